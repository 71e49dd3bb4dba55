import { describe, expect, it } from 'vitest';
import { ACTIVITY_IN_VIEW_MAX, applyConsoleEvent } from './console-event.js';
import type { ConsoleState } from './console-state.js';
import type { Generation } from './generation.js';
import {
  CLOSED_SESSIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_TOTAL_MAX,
  RUNS_IN_VIEW_MAX,
} from './limits.js';
import type { Run } from './run.js';
import type { Session } from './session.js';

const EMPTY: ConsoleState = {
  host: { version: '1', carrier: 'in-process', pid: 1, startedAt: 0, node: '20', project: null },
  store: {
    backend: 'memory',
    location: 'memory',
    revision: 0,
    snapshotBytes: 0,
    journalBytes: 0,
    recovery: null,
    writable: true,
  },
  registry: { generation: 0, generations: [], packages: [], suggestions: [] },
  sessions: [],
  generations: [],
  batches: [],
  runs: [],
  runCount: 0,
  rehearsals: [],
  activity: [],
};

function session(id: string, closedAt: number | null = null): Session {
  return {
    id,
    workspace: '/',
    state: closedAt === null ? 'open' : 'closed',
    problem: null,
    createdAt: 0,
    closedAt,
    stamp: { generation: 1, digest: 'd' },
    pendingCleanups: 0,
    lastCleanup: null,
  };
}

function generation(owner: string, number: number, state: Generation['state'] = 'retired'): Generation {
  return {
    session: owner,
    generation: number,
    digest: 'd',
    state,
    cause: '',
    publishedAt: number,
    retiredAt: null,
    pins: 0,
    useGeneration: null,
    packages: [],
    capabilityCount: 0,
    effectsClosed: null,
  };
}

function run(id: string, status: Run['status'] = 'completed'): Run {
  return {
    id,
    session: 's',
    prompt: '',
    rehearsal: null,
    status,
    waitingFor: null,
    generation: 1,
    digest: 'd',
    useGeneration: null,
    lease: 'none',
    admittedAt: 0,
    endedAt: null,
    turns: 0,
    toolCalls: 0,
    lastToolCall: null,
    tokens: { prompt: 0, completion: 0 },
    text: null,
    error: null,
    closedClean: null,
  };
}

const withSession = (state: ConsoleState, each: Session): ConsoleState =>
  applyConsoleEvent(state, { type: 'session', session: each });
const withGeneration = (state: ConsoleState, each: Generation): ConsoleState =>
  applyConsoleEvent(state, { type: 'generation', generation: each });
const withRun = (state: ConsoleState, each: Run): ConsoleState =>
  applyConsoleEvent(state, { type: 'run', run: each, runCount: 1 });

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe('what stays in view', () => {
  it('are all sessions that are not closed, and those that were closed last with what is theirs', () => {
    let state = withSession(EMPTY, session('early'));
    state = withGeneration(state, generation('early', 1));
    for (const n of numbers(1, CLOSED_SESSIONS_IN_VIEW_MAX)) {
      state = withSession(state, session(`s${n}`, n));
      state = withGeneration(state, generation(`s${n}`, 1));
    }
    expect(state.sessions).toHaveLength(CLOSED_SESSIONS_IN_VIEW_MAX + 1);
    state = withSession(state, session('early', 1_000));
    expect(state.sessions).toHaveLength(CLOSED_SESSIONS_IN_VIEW_MAX);
    expect(state.sessions.map(({ id }) => id)).not.toContain('s1');
    expect(state.sessions[0]?.id).toBe('early');
    expect(state.generations.some((each) => each.session === 's1')).toBe(false);
    expect(state.generations.some((each) => each.session === 'early')).toBe(true);
    expect(withSession(state, session('open')).sessions).toHaveLength(CLOSED_SESSIONS_IN_VIEW_MAX + 1);
  });

  it('are the generations of a session that are in use, and the newest of the others', () => {
    let state = withGeneration(EMPTY, generation('s', 1, 'draining'));
    for (const n of numbers(2, GENERATIONS_IN_VIEW_MAX)) state = withGeneration(state, generation('s', n));
    expect(state.generations).toHaveLength(GENERATIONS_IN_VIEW_MAX);
    state = withGeneration(state, generation('s', GENERATIONS_IN_VIEW_MAX + 1, 'current'));
    expect(state.generations).toHaveLength(GENERATIONS_IN_VIEW_MAX);
    const shown = state.generations.map((each) => each.generation);
    expect(shown.slice(0, 2)).toEqual([1, 3]);
    expect(shown.at(-1)).toBe(GENERATIONS_IN_VIEW_MAX + 1);
  });

  it('are no more generations of all sessions together than their bound, but for those in use', () => {
    let state = EMPTY;
    for (const n of numbers(1, GENERATIONS_IN_VIEW_TOTAL_MAX)) {
      state = withGeneration(state, generation(`s${n % 100}`, n));
    }
    expect(state.generations).toHaveLength(GENERATIONS_IN_VIEW_TOTAL_MAX);
    state = withGeneration(state, generation('s', GENERATIONS_IN_VIEW_TOTAL_MAX + 1));
    expect(state.generations).toHaveLength(GENERATIONS_IN_VIEW_TOTAL_MAX);
    expect(state.generations[0]?.generation).toBe(2);

    const used = numbers(1, GENERATIONS_IN_VIEW_TOTAL_MAX).map((n) => generation(`s${n}`, 1, 'current'));
    const all = withGeneration({ ...EMPTY, generations: used }, generation('more', 1, 'current'));
    expect(all.generations).toHaveLength(GENERATIONS_IN_VIEW_TOTAL_MAX + 1);
  });

  it('are all live runs, and the newest of the others', () => {
    let state = withRun(EMPTY, run('live', 'executing'));
    for (const n of numbers(2, RUNS_IN_VIEW_MAX)) state = withRun(state, run(`r${n}`));
    expect(state.runs).toHaveLength(RUNS_IN_VIEW_MAX);
    state = withRun(state, run('newest'));
    expect(state.runs).toHaveLength(RUNS_IN_VIEW_MAX);
    expect(state.runs[0]?.id).toBe('newest');
    expect(state.runs.slice(-2).map(({ id }) => id)).toEqual(['r3', 'live']);
    state = withRun(state, run('live', 'completed'));
    expect(state.runs.at(-1)).toMatchObject({ id: 'live', status: 'completed' });
  });

  it('are the newest lines of the audit log, each once', () => {
    const line = (sequence: number) =>
      ({
        sequence,
        at: 0,
        actor: 'host',
        command: 'x',
        target: '',
        outcome: 'done',
        durationMs: null,
        reason: null,
        detail: null,
      }) as const;
    let state = EMPTY;
    for (const n of numbers(1, ACTIVITY_IN_VIEW_MAX)) {
      state = applyConsoleEvent(state, { type: 'activity', activity: line(n) });
    }
    expect(state.activity.at(-1)?.sequence).toBe(1);
    state = applyConsoleEvent(state, { type: 'activity', activity: line(ACTIVITY_IN_VIEW_MAX) });
    expect(state.activity).toHaveLength(ACTIVITY_IN_VIEW_MAX);
    state = applyConsoleEvent(state, { type: 'activity', activity: line(ACTIVITY_IN_VIEW_MAX + 1) });
    expect(state.activity).toHaveLength(ACTIVITY_IN_VIEW_MAX);
    expect(state.activity.at(-1)?.sequence).toBe(2);
  });
});

describe('an event', () => {
  it('puts the whole of its entity in place, so that applying it twice changes nothing', () => {
    const registry = { ...EMPTY.registry, generation: 3 };
    const once = applyConsoleEvent(EMPTY, { type: 'registry', registry });
    expect(once.registry).toBe(registry);
    const store = { ...EMPTY.store, writable: false };
    expect(applyConsoleEvent(once, { type: 'store', store })).toEqual({ ...once, store });
    const twice = withGeneration(withGeneration(once, generation('s', 1)), generation('s', 1));
    expect(twice.generations).toHaveLength(1);
  });
});
