import { aState } from '../../src/renderer/test-state/builders.js';
import { full, long, many } from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Canned } from './canned-host.js';
import type { Shot } from './shot.js';

const atlas: Canned = { kind: 'serves', state: full, answers: ATLAS_ANSWERS };
const LONG_RUN = `xxx1-${'run'.repeat(41)}`;

export const RUNS_SHOTS = {
  runs: { canned: atlas, path: '/runs?select=run:r-60aa' },
  'runs-many': {
    canned: { kind: 'serves', state: { ...full, runs: many, runCount: 10_412 } },
    path: '/runs?status=ended&filter=completed',
  },
  'runs-empty': { canned: { kind: 'serves', state: aState() }, path: '/runs' },
  'runs-long': { canned: { kind: 'serves', state: long }, path: `/runs?select=run:${LONG_RUN}` },
  'start-run': { canned: atlas, path: '/runs', steps: [{ press: 'Start run…' }] },
} as const satisfies Record<string, Shot>;
