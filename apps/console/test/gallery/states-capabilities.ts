import { aSession, aState } from '../../src/renderer/test-state/builders.js';
import { digestOf, NOW } from '../../src/renderer/test-state/moments-and-digests.js';
import { cancelled, committed, failed, full, LONG_SESSION, long, registry, SESSION } from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Canned } from './canned-host.js';
import type { Shot } from './shot.js';

const screen = `/capabilities/${SESSION}`;
const serves = (state: typeof full): Canned => ({ kind: 'serves', state, answers: ATLAS_ANSWERS });
const done = serves({ ...full, batches: [committed] });
const fresh = serves(
  aState({
    registry,
    sessions: [
      aSession({ id: SESSION, stamp: { generation: 0, digest: digestOf(0) }, createdAt: NOW - 4_000 }),
    ],
  }),
);

export const CAPABILITIES_SHOTS = {
  capabilities: { canned: serves(full), path: `${screen}?select=run:r-41c9` },
  'capabilities-plain': { canned: done, path: screen },
  'capabilities-table': { canned: done, path: `${screen}?as=table&select=generation:${SESSION}:6` },
  capability: { canned: done, path: `${screen}?select=capability:${SESSION}:7:acme:tool:lookup` },
  'capabilities-fresh': { canned: fresh, path: screen },
  'batch-failed': { canned: serves({ ...full, batches: [failed] }), path: screen },
  'batch-cancelled': { canned: serves({ ...full, batches: [cancelled] }), path: screen },
  'capabilities-long': {
    canned: serves(long),
    path: `/capabilities/${LONG_SESSION}?select=run:xxx1-${'run'.repeat(41)}`,
  },
} as const satisfies Record<string, Shot>;
