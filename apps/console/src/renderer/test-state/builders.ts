import type { Batch, BatchCapability } from '../../protocol/batch.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';
import type { Session } from '../../protocol/session.js';
import { aCatalog } from './catalog-builders.js';
import { digestOf, NOW } from './moments-and-digests.js';
import { aPackageVersion, aRegistry } from './package-builders.js';

export function anError(change: Partial<ErrorReport> = {}): ErrorReport {
  return {
    code: 'adapter-failed',
    message: 'everything:mcp:everything did not start.',
    action: 'Look at the command in its .mcp.json, and apply again.',
    causes: [{ code: 'ENOENT', message: 'spawn no-such-command ENOENT' }],
    details: {},
    ...change,
  };
}

export function aGeneration(change: Partial<Generation> = {}): Generation {
  const generation = change.generation ?? 1;
  return {
    session: 'demo',
    generation,
    digest: digestOf(generation),
    state: 'current',
    cause: 'applied batch',
    publishedAt: NOW - 20 * 60_000,
    retiredAt: null,
    pins: 0,
    useGeneration: generation,
    packages: [aPackageVersion({ version: `1.${generation}.0`, digest: digestOf(generation + 1) })],
    capabilityCount: aCatalog().capabilities.length,
    effectsClosed: null,
    ...change,
  };
}

export function aRun(change: Partial<Run> = {}): Run {
  return {
    id: 'r-41c9',
    session: 'demo',
    prompt: 'Say hello with the echo tool, then wait.',
    rehearsal: 'echo-and-wait',
    status: 'executing',
    waitingFor: null,
    generation: 1,
    digest: digestOf(change.generation ?? 1),
    useGeneration: change.generation ?? 1,
    lease: 'held',
    admittedAt: NOW - 15 * 60_000,
    endedAt: null,
    turns: 2,
    toolCalls: 1,
    lastToolCall: { tool: 'echo', result: 'Echo: hello', success: true },
    tokens: { prompt: 38_204, completion: 4_118 },
    text: null,
    error: null,
    closedClean: null,
    ...change,
  };
}

export function aFinishedRun(change: Partial<Run> = {}): Run {
  return aRun({
    status: 'completed',
    lease: 'released',
    endedAt: (change.admittedAt ?? NOW - 15 * 60_000) + 4 * 60_000,
    closedClean: true,
    text: 'Hello.',
    ...change,
  });
}

export function aCapability(change: Partial<BatchCapability> = {}): BatchCapability {
  return {
    id: 'everything:tool:echo',
    kind: 'tool',
    publicName: 'echo',
    state: 'prepared',
    startedAt: NOW - 1_900,
    durationMs: 12,
    effects: 1,
    error: null,
    ...change,
  };
}

export function aBatch(change: Partial<Batch> = {}): Batch {
  return {
    id: 'b-1',
    session: 'demo',
    state: 'preparing',
    base: { generation: 1, digest: digestOf(1) },
    target: { generation: 2, digest: digestOf(2) },
    packages: [aPackageVersion({ version: '1.5.0', digest: digestOf(3) })],
    reason: null,
    isRepublication: false,
    startedAt: NOW - 1_900,
    endedAt: null,
    waves: [[aCapability()]],
    receipt: null,
    error: null,
    rollback: null,
    ...change,
  };
}

export function aSession(change: Partial<Session> = {}): Session {
  return {
    id: 'demo',
    workspace: '/home/ada/demo',
    state: 'open',
    problem: null,
    createdAt: NOW - 60 * 60_000,
    closedAt: null,
    stamp: { generation: 1, digest: digestOf(1) },
    pendingCleanups: 0,
    lastCleanup: null,
    ...change,
  };
}

export function aState(change: Partial<ConsoleState> = {}): ConsoleState {
  return {
    host: {
      version: '0.1.0',
      carrier: 'in-process',
      pid: 4_242,
      startedAt: NOW - 65 * 60_000,
      node: '20.20.2',
      project: '/home/ada/demo',
      servers: { variables: { CHANGEOVER_NODE: '/usr/bin/node' }, cwd: '/home/ada/demo' },
    },
    store: {
      backend: 'sqlite',
      location: '/home/ada/.config/changeover/console.db',
      revision: 118,
      snapshotBytes: 212_992,
      journalBytes: 18_432,
      recovery: null,
      writable: true,
    },
    registry: aRegistry(),
    sessions: [],
    generations: [],
    batches: [],
    runs: [],
    runCount: change.runs?.length ?? 0,
    rehearsals: [
      {
        name: 'echo-and-wait',
        title: 'Echo, then wait for a person',
        prompt: 'Say hello with the echo tool.',
      },
      { name: 'sum', title: 'Add two numbers', prompt: 'What is 17 plus 25?' },
    ],
    activity: [],
    ...change,
  };
}
