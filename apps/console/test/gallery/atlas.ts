import type { Batch, BatchCapability } from '../../src/protocol/batch.js';
import type { StoredPackage } from '../../src/protocol/capability-package.js';
import type { ConsoleState } from '../../src/protocol/console-state.js';
import type { Generation } from '../../src/protocol/generation.js';
import type { Run } from '../../src/protocol/run.js';
import {
  aBatch,
  aCapability,
  aFinishedRun,
  aGeneration,
  anError,
  aRun,
  aSession,
  aState,
} from '../../src/renderer/test-state/builders.js';
import { digestOf, NOW } from '../../src/renderer/test-state/moments-and-digests.js';
import {
  aConsent,
  anInstalledRegistry,
  aStoredPackage,
} from '../../src/renderer/test-state/package-builders.js';

export const SESSION = 'atlas-dev';
export const minutesAgo = (minutes: number): number => NOW - minutes * 60_000;

export const members = [
  ['mcp', 'catalog', []],
  ['surface', 'handbook', []],
  ['tool', 'lookup', ['acme:mcp:catalog']],
  ['skill', 'triage', ['acme:surface:handbook']],
  ['agent', 'reviewer', ['acme:tool:lookup']],
  ['command', 'release', ['acme:agent:reviewer']],
  ['ui', 'evidence', ['acme:agent:reviewer']],
] as const;

export function generation(change: Partial<Generation>): Generation {
  const number = change.generation ?? 1;
  return aGeneration({
    session: SESSION,
    capabilityCount: members.length,
    packages: [{ name: 'acme/runtime-tools', version: `1.${number - 3}.0`, digest: digestOf(number + 1) }],
    ...change,
  });
}

export const generations = [
  generation({
    generation: 5,
    state: 'retired',
    publishedAt: minutesAgo(46),
    retiredAt: minutesAgo(28),
    effectsClosed: 3,
  }),
  generation({ generation: 6, state: 'draining', publishedAt: minutesAgo(35), pins: 2 }),
  generation({ generation: 7, publishedAt: minutesAgo(22) }),
];

export const run = (id: string, held: number, from: number, change: Partial<Run> = {}): Run =>
  aRun({ id, session: SESSION, generation: held, admittedAt: minutesAgo(from), ...change });
export const ended = (id: string, held: number, from: number, to: number, change: Partial<Run> = {}): Run =>
  aFinishedRun({
    id,
    session: SESSION,
    generation: held,
    admittedAt: minutesAgo(from),
    endedAt: minutesAgo(to),
    ...change,
  });

export const runs = [
  run('r-61f9', 7, 7, { toolCalls: 3, status: 'planning' }),
  ended('r-60aa', 7, 9, 5, {
    status: 'failed',
    error: anError({ code: 'tool-failed', message: 'lookup did not answer in 30 s.', causes: [] }),
  }),
  run('r-58e1', 7, 17, { toolCalls: 12, lastToolCall: { tool: 'lookup', result: null, success: null } }),
  ended('r-57b0', 7, 21, 14),
  run('r-44d0', 6, 23.5, { toolCalls: 7 }),
  run('r-41c9', 6, 29, { waitingFor: 'after-lookup', toolCalls: 9, turns: 14 }),
  ended('r-40f3', 6, 34, 25),
  ended('r-3d12', 5, 38, 28),
  ended('r-3b77', 5, 44, 36),
];

const stored = (
  version: string,
  index: number,
  { timeout, ...change }: Partial<StoredPackage> & { readonly timeout: string },
): StoredPackage =>
  aStoredPackage({
    name: 'acme/runtime-tools',
    version,
    digest: digestOf(index),
    source: `/home/ada/demo/runtime-tools-${version}`,
    installedAt: minutesAgo(50),
    loaded: 7,
    servers: [
      aConsent({
        package: { name: 'acme/runtime-tools', version, digest: digestOf(index) },
        server: 'catalog',
        command: ['node', 'servers/catalog.js', '--timeout', timeout, 'stdio'],
        env: { CATALOG_FOLDER: '/home/ada/demo/catalog', CATALOG_TIMEOUT: `${timeout} s` },
      }),
    ],
    ...change,
  });

export const registry = anInstalledRegistry(
  [
    stored('1.5.0', 3, { timeout: '30' }),
    stored('1.4.0', 0, { timeout: '10', state: 'kept', holders: ['session atlas-dev, generation 7'] }),
  ],
  { suggestions: [] },
);

export const staged = (
  kind: string,
  publicName: string,
  change: Partial<BatchCapability> = {},
): BatchCapability => aCapability({ id: `acme:${kind}:${publicName}`, kind, publicName, ...change });

const waiting = { state: 'staged', startedAt: null, durationMs: null, effects: 0 } as const;

export const preparing: Batch = aBatch({
  session: SESSION,
  base: { generation: 7, digest: digestOf(7) },
  target: { generation: 8, digest: digestOf(8) },
  packages: [{ name: 'acme/runtime-tools', version: '1.5.0', digest: digestOf(3) }],
  waves: [
    [staged('mcp', 'catalog', { durationMs: 412 }), staged('surface', 'handbook', { durationMs: 8 })],
    [
      staged('tool', 'lookup', { state: 'preparing', startedAt: NOW - 1_200, durationMs: null }),
      staged('skill', 'triage', { durationMs: 3 }),
      staged('agent', 'reviewer', { durationMs: 5 }),
    ],
    [staged('command', 'release', waiting), staged('ui', 'evidence', waiting)],
  ],
});

export const refused = anError({
  message:
    'The capability acme:tool:lookup was not prepared: its server ended before it answered, with exit code 1.',
  action: 'Look at the command in .mcp.json, then apply the batch again.',
  causes: [{ code: 'ENOENT', message: 'spawn no-such-command ENOENT' }],
});

export const failed: Batch = {
  ...preparing,
  state: 'rolled-back',
  endedAt: NOW - 400,
  reason: 'lookup 1.5 is faster',
  waves: [
    [
      staged('mcp', 'catalog', { state: 'rolled-back', durationMs: 412 }),
      staged('surface', 'handbook', { state: 'rolled-back', durationMs: 8 }),
    ],
    [
      staged('tool', 'lookup', { state: 'failed', durationMs: 1_240, error: refused }),
      staged('skill', 'triage', { state: 'rolled-back', durationMs: 3 }),
      staged('agent', 'reviewer', { state: 'rolled-back', durationMs: 5 }),
    ],
    [staged('command', 'release', waiting), staged('ui', 'evidence', waiting)],
  ],
  error: refused,
  rollback: {
    rollbackBatches: 1,
    retiredBatches: 0,
    effectsClosed: 4,
    effectsFailed: 0,
    effectsTimedOut: 0,
    at: NOW - 300,
    failures: [],
  },
};

export const committed: Batch = {
  ...preparing,
  base: { generation: 6, digest: digestOf(6) },
  target: { generation: 7, digest: digestOf(7) },
  state: 'committed',
  startedAt: minutesAgo(22) - 1_900,
  endedAt: minutesAgo(22),
  waves: preparing.waves.map((wave) =>
    wave.map((item) => ({ ...item, state: 'prepared' as const, durationMs: item.durationMs ?? 21 })),
  ),
  receipt: {
    previous: { generation: 6, digest: digestOf(6) },
    committed: { generation: 7, digest: digestOf(7) },
  },
};

const line = (
  sequence: number,
  minutes: number,
  command: string,
  target: string,
  outcome: 'done' | 'refused' | 'failed',
  durationMs: number | null,
  reason: string | null = null,
) => ({
  sequence,
  at: minutesAgo(minutes),
  actor: command === 'generation.retire' ? ('host' as const) : ('operator' as const),
  command,
  target,
  outcome,
  durationMs,
  reason,
  detail: null,
});

export const full: ConsoleState = aState({
  registry,
  sessions: [
    aSession({ id: 'nightly', stamp: { generation: 2, digest: digestOf(2) }, createdAt: minutesAgo(180) }),
    aSession({ id: SESSION, stamp: { generation: 7, digest: digestOf(7) } }),
  ],
  generations: [
    aGeneration({ session: 'nightly', generation: 2, publishedAt: minutesAgo(170) }),
    ...generations,
  ],
  batches: [preparing],
  runs,
  runCount: runs.length,
  activity: [
    line(9, 0.03, 'batch.apply', `${SESSION}/8`, 'done', null),
    line(8, 5, 'run.start', 'r-60aa', 'failed', 240_000),
    line(7, 7, 'run.start', 'r-61f9', 'done', 6),
    line(6, 22, 'batch.apply', `${SESSION}/7`, 'done', 1_900, 'lookup 1.4 fixes the timeout'),
    line(5, 24, 'batch.apply', `${SESSION}/7`, 'refused', 12),
    line(4, 28, 'generation.retire', `${SESSION}/5`, 'done', 31),
  ],
});

export const many = Array.from({ length: 1_000 }, (_, index) =>
  index % 40 === 0
    ? run(`r-${(70_000 - index).toString(16)}`, index < 300 ? 7 : 6, index / 10 + 1)
    : ended(`r-${(70_000 - index).toString(16)}`, index < 300 ? 7 : 6, index / 10 + 3, index / 10 + 1, {
        status: index % 17 === 0 ? 'failed' : index % 23 === 0 ? 'cancelled' : 'completed',
      }),
);

export const cancelled: Batch = {
  ...failed,
  state: 'cancelled',
  reason: null,
  waves: failed.waves.map((wave) =>
    wave.map((item) => (item.state === 'failed' ? { ...item, state: 'cancelled' as const } : item)),
  ),
};

export const LONG_SESSION = 'a-session-whose-name-is-as-long-as-the-console-lets-a-name-be-64';
const LONG_PROMPT = 'Compare what the handbook says about herons with what was seen at the mill. '.repeat(4);

/** Long names, long texts, twenty generations and two hundred runs. */
export const long: ConsoleState = aState({
  sessions: [
    aSession({
      id: LONG_SESSION,
      stamp: { generation: 20, digest: digestOf(2) },
      lastCleanup: {
        rollbackBatches: 0,
        retiredBatches: 1,
        effectsClosed: 2,
        effectsFailed: 1,
        effectsTimedOut: 0,
        at: minutesAgo(4),
        failures: [
          {
            name: 'mcp-server an-archive-of-everything-that-was-ever-noted-down-anywhere',
            outcome: 'failed',
            code: 'group-not-ended',
            message: 'The processes 4711, 4712 and 4713 were still there 5 s after SIGKILL.',
          },
        ],
      },
    }),
  ],
  generations: Array.from({ length: 20 }, (_, index) =>
    generation({
      session: LONG_SESSION,
      generation: index + 1,
      state: index === 19 ? 'current' : index < 16 ? 'retired' : 'draining',
      publishedAt: minutesAgo(200 - index * 10),
      retiredAt: index < 16 ? minutesAgo(180 - index * 10) : null,
      pins: index === 19 || index < 16 ? 0 : 1,
    }),
  ),
  batches: [{ ...committed, session: LONG_SESSION, reason: LONG_PROMPT }],
  runs: Array.from({ length: 200 }, (_, index) => {
    const change = {
      session: LONG_SESSION,
      prompt: LONG_PROMPT,
      lastToolCall: {
        tool: 'mcp__an-archive-of-everything__look-for-what-was-noted-down',
        result: `${LONG_PROMPT}\n`.repeat(6),
        success: true,
      },
    };
    const id = `${String(index).padStart(4, 'x')}-${'run'.repeat(41)}`;
    return index < 4
      ? run(id, 20 - index, 5 + index * 10, change)
      : ended(id, Math.max(1, 20 - Math.floor(index / 10)), index + 3, index, change);
  }),
});
