import type { ConsoleState } from '../../src/protocol/console-state.js';
import { anError, aSession, aState } from '../../src/renderer/test-state/builders.js';
import { aCatalog } from '../../src/renderer/test-state/catalog-builders.js';
import { digestOf, NOW } from '../../src/renderer/test-state/moments-and-digests.js';
import {
  cancelled,
  committed,
  failed,
  full,
  generation,
  LONG_SESSION,
  long,
  minutesAgo,
  registry,
  run,
  SESSION,
} from './atlas.js';
import { ATLAS_ANSWERS } from './atlas-answers.js';
import type { Answers, Canned } from './canned-host.js';
import type { Shot } from './shot.js';

const screen = `/capabilities/${SESSION}`;
const serves = (state: ConsoleState, answers: Answers = ATLAS_ANSWERS): Canned => ({
  kind: 'serves',
  state,
  answers,
});
const plain = { ...full, batches: [committed] };
const done = serves(plain);
const fresh = serves(
  aState({
    registry,
    sessions: [
      aSession({ id: SESSION, stamp: { generation: 0, digest: digestOf(0) }, createdAt: NOW - 4_000 }),
    ],
  }),
);

const thousands = aCatalog({
  digest: digestOf(7),
  capabilities: Array.from({ length: 4_096 }, (_, index) => ({
    id: `acme:${index === 0 ? 'mcp:catalog' : `tool:tool-${index}`}`,
    kind: index === 0 ? 'mcp' : 'tool',
    publicName: index === 0 ? 'catalog' : `tool-${index}`,
    surfaceDigest: digestOf(index),
    dependencies: index === 0 ? [] : ['acme:mcp:catalog'],
  })),
});

/** Forty generations that runs still hold. */
const draining = {
  ...full,
  batches: [],
  generations: Array.from({ length: 40 }, (_, index) =>
    generation({
      generation: index + 1,
      state: index === 39 ? 'current' : 'draining',
      publishedAt: minutesAgo((40 - index) * 33),
      pins: index === 39 ? 0 : 1,
    }),
  ),
  runs: Array.from({ length: 39 }, (_, index) =>
    run(`r-${(index + 1).toString(16).padStart(4, '0')}`, index + 1, (40 - index) * 33 - 5),
  ),
  sessions: [aSession({ id: SESSION, stamp: { generation: 40, digest: digestOf(40) } })],
};

export const CAPABILITIES_SHOTS = {
  capabilities: { canned: serves(full), path: `${screen}?select=run:r-41c9` },
  'capabilities-plain': { canned: done, path: screen },
  'capabilities-table': { canned: done, path: `${screen}?as=table&select=generation:${SESSION}:6` },
  capability: { canned: done, path: `${screen}?select=capability:${SESSION}:7:acme:tool:lookup` },
  generation: { canned: done, path: `${screen}?select=generation:${SESSION}:7` },
  'generation-gone': { canned: done, path: `${screen}?select=generation:${SESSION}:3` },
  'catalog-of-an-old-one': { canned: done, path: `${screen}?generation=6&filter=mcp` },
  'catalog-of-thousands': {
    canned: serves(plain, { 'catalog.read': () => ({ result: thousands }) }),
    path: `${screen}?kind=tool&select=capability:${SESSION}:7:acme:tool:tool-3000`,
  },
  'catalog-refused': {
    canned: serves(plain, { 'catalog.read': () => ({ error: anError() }) }),
    path: screen,
  },
  compare: { canned: done, path: `${screen}?from=6&to=7` },
  'compare-side-by-side': { canned: done, path: `${screen}?from=6&to=7&diff=split` },
  'compare-in-one-column': { canned: done, path: `${screen}?from=7&to=6&diff=unified` },
  'compare-the-same': { canned: done, path: `${screen}?from=6&to=6` },
  'reel-of-many': { canned: serves(draining), path: screen },
  'capabilities-fresh': { canned: fresh, path: screen },
  'batch-failed': { canned: serves({ ...full, batches: [failed] }), path: screen },
  'batch-cancelled': { canned: serves({ ...full, batches: [cancelled] }), path: screen },
  'capabilities-long': {
    canned: serves(long),
    path: `/capabilities/${LONG_SESSION}?select=run:xxx1-${'run'.repeat(41)}`,
  },
} as const satisfies Record<string, Shot>;
