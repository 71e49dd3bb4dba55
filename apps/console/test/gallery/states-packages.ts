import { committed, full, SESSION } from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Shot } from './shot.js';

export const PACKAGES_SHOTS = {
  'apply-batch': {
    canned: { kind: 'serves', state: { ...full, batches: [committed] }, answers: ATLAS_ANSWERS },
    path: `/capabilities/${SESSION}`,
    steps: [{ press: 'Apply batch…' }],
  },
} as const satisfies Record<string, Shot>;
