import { describe, expect, it } from 'vitest';
import { ACTIVITY_IN_VIEW_MAX, applyConsoleEvent, type ConsoleEvent } from '../src/protocol/console-event.js';
import type { ConsoleState } from '../src/protocol/console-state.js';
import {
  CLOSED_SESSIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_TOTAL_MAX,
  RUNS_IN_VIEW_MAX,
} from '../src/protocol/limits.js';
import { anActivity } from '../src/renderer/test-state/activity-builders.js';
import { aBatch, aGeneration, aRun, aSession, aState } from '../src/renderer/test-state/builders.js';

const empty = aState({ sessions: [], generations: [], batches: [], runs: [], activity: [] });

function after(events: Iterable<ConsoleEvent>, begin: ConsoleState = empty): ConsoleState {
  let state = begin;
  for (const event of events) state = applyConsoleEvent(state, event);
  return state;
}

function* upTo<Event>(count: number, event: (n: number) => Event): Generator<Event> {
  for (let n = 1; n <= count; n += 1) yield event(n);
}

describe('runs in view', () => {
  const finished = (n: number): ConsoleEvent => ({
    type: 'run',
    run: aRun({ id: `run-${n}`, status: 'completed', endedAt: n }),
    runCount: n,
  });

  it('are as many as the bound; with one more the oldest finished one leaves', () => {
    const full = after(upTo(RUNS_IN_VIEW_MAX, finished));
    expect(full.runs).toHaveLength(RUNS_IN_VIEW_MAX);
    const next = applyConsoleEvent(full, finished(RUNS_IN_VIEW_MAX + 1));
    expect(next.runs).toHaveLength(RUNS_IN_VIEW_MAX);
    expect([next.runs[0]?.id, next.runs.at(-1)?.id]).toEqual([`run-${RUNS_IN_VIEW_MAX + 1}`, 'run-2']);
    expect(next.runCount).toBe(RUNS_IN_VIEW_MAX + 1);
  });

  it('stay as they are when one changes that has left for newer ones', () => {
    const begun = (n: number): ConsoleEvent => ({
      type: 'run',
      run: aRun({ id: `run-${n}`, status: 'completed', admittedAt: n }),
      runCount: n,
    });
    const full = after(upTo(RUNS_IN_VIEW_MAX + 1, begun));
    expect(after([begun(1)], full).runs).toEqual(full.runs);
    const few = after([begun(3), begun(5), begun(4), begun(2)]);
    expect(few.runs.map(({ id }) => id)).toEqual(['run-5', 'run-4', 'run-3', 'run-2']);
  });

  it('hold each live one, however old', () => {
    const live = (n: number): ConsoleEvent => ({ type: 'run', run: aRun({ id: `run-${n}` }), runCount: n });
    const state = after([live(0), ...upTo(RUNS_IN_VIEW_MAX + 1, finished)]);
    expect(state.runs.at(-1)?.id).toBe('run-0');
    expect(after(upTo(RUNS_IN_VIEW_MAX + 1, live)).runs).toHaveLength(RUNS_IN_VIEW_MAX + 1);
  });
});

describe('generations in view', () => {
  const retired =
    (session: string) =>
    (n: number): ConsoleEvent => ({
      type: 'generation',
      generation: aGeneration({ session, generation: n, state: 'retired', publishedAt: n }),
    });

  it('are as many of one session as the bound; with one more its oldest retired one leaves', () => {
    const full = after(upTo(GENERATIONS_IN_VIEW_MAX, retired('a')));
    expect(full.generations).toHaveLength(GENERATIONS_IN_VIEW_MAX);
    const next = applyConsoleEvent(full, retired('a')(GENERATIONS_IN_VIEW_MAX + 1));
    expect(next.generations).toHaveLength(GENERATIONS_IN_VIEW_MAX);
    expect(next.generations[0]?.generation).toBe(2);
  });

  it('are as many of all sessions as the bound; with one more the oldest retired one leaves', () => {
    const sessions = Array.from(
      { length: GENERATIONS_IN_VIEW_TOTAL_MAX / GENERATIONS_IN_VIEW_MAX },
      (_, n) => `session-${n}`,
    );
    const full = after(sessions.flatMap((session) => [...upTo(GENERATIONS_IN_VIEW_MAX, retired(session))]));
    expect(full.generations).toHaveLength(GENERATIONS_IN_VIEW_TOTAL_MAX);
    const next = applyConsoleEvent(full, retired('one more')(1_000));
    expect(next.generations).toHaveLength(GENERATIONS_IN_VIEW_TOTAL_MAX);
    expect(next.generations[0]).toMatchObject({ session: 'session-0', generation: 2 });
  });

  it('hold each that is in use, however many', () => {
    const draining = (n: number): ConsoleEvent => ({
      type: 'generation',
      generation: aGeneration({ generation: n, state: 'draining', publishedAt: n }),
    });
    const state = after(upTo(GENERATIONS_IN_VIEW_MAX + 1, draining));
    expect(state.generations).toHaveLength(GENERATIONS_IN_VIEW_MAX + 1);
  });
});

describe('sessions in view', () => {
  const closed = (n: number): ConsoleEvent => ({
    type: 'session',
    session: aSession({ id: `session-${n}`, state: 'closed', closedAt: n }),
  });

  it('are as many closed ones as the bound; with one more the first closed leaves, with what is its own', () => {
    const own: ConsoleEvent[] = [
      { type: 'generation', generation: aGeneration({ session: 'session-1' }) },
      { type: 'batch', batch: aBatch({ session: 'session-1' }) },
    ];
    const full = after([...own, ...upTo(CLOSED_SESSIONS_IN_VIEW_MAX, closed)]);
    expect([full.sessions.length, full.generations.length, full.batches.length]).toEqual([
      CLOSED_SESSIONS_IN_VIEW_MAX,
      1,
      1,
    ]);
    const next = applyConsoleEvent(full, closed(CLOSED_SESSIONS_IN_VIEW_MAX + 1));
    expect(next.sessions).toHaveLength(CLOSED_SESSIONS_IN_VIEW_MAX);
    expect(next.sessions.map(({ id }) => id)).not.toContain('session-1');
    expect([next.generations, next.batches]).toEqual([[], []]);
  });

  it('hold each that is not closed', () => {
    const open = (n: number): ConsoleEvent => ({ type: 'session', session: aSession({ id: `open-${n}` }) });
    const opened = CLOSED_SESSIONS_IN_VIEW_MAX + 1;
    const state = after([...upTo(opened, open), ...upTo(opened, closed)]);
    expect(state.sessions.filter((session) => session.state === 'open')).toHaveLength(opened);
  });
});

it('lines of the audit log are in view up to the bound, the newest first, each once', () => {
  const line = (n: number): ConsoleEvent => ({ type: 'activity', activity: anActivity({ sequence: n }) });
  const full = after(upTo(ACTIVITY_IN_VIEW_MAX, line));
  expect(full.activity).toHaveLength(ACTIVITY_IN_VIEW_MAX);
  const next = after([line(ACTIVITY_IN_VIEW_MAX + 1), line(ACTIVITY_IN_VIEW_MAX + 1)], full);
  expect(next.activity).toHaveLength(ACTIVITY_IN_VIEW_MAX);
  expect([next.activity[0]?.sequence, next.activity.at(-1)?.sequence]).toEqual([ACTIVITY_IN_VIEW_MAX + 1, 2]);
});

it('whatever is told twice is there once, as it was told last', () => {
  const events: ConsoleEvent[] = [
    { type: 'run', run: aRun({ status: 'completed' }), runCount: 1 },
    { type: 'generation', generation: aGeneration({ pins: 7 }) },
    { type: 'session', session: aSession({ pendingCleanups: 7 }) },
    { type: 'batch', batch: aBatch({ reason: 'because' }) },
  ];
  const begin = after([
    { type: 'run', run: aRun(), runCount: 1 },
    { type: 'generation', generation: aGeneration() },
    { type: 'session', session: aSession() },
    { type: 'batch', batch: aBatch() },
  ]);
  const once = after(events, begin);
  expect(after(events, once)).toEqual(once);
  expect(once).toMatchObject({
    runs: [{ status: 'completed' }],
    generations: [{ pins: 7 }],
    sessions: [{ pendingCleanups: 7 }],
    batches: [{ reason: 'because' }],
  });
});
