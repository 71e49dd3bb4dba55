import { aState } from '../../src/renderer/test-state/builders.js';
import { full, long } from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Shot } from './shot.js';

export const OVERVIEW_SHOTS = {
  overview: { canned: { kind: 'serves', state: full, answers: ATLAS_ANSWERS }, path: '/overview' },
  'overview-empty': { canned: { kind: 'serves', state: aState() }, path: '/overview' },
  'overview-long': { canned: { kind: 'serves', state: long }, path: '/overview' },
} as const satisfies Record<string, Shot>;
