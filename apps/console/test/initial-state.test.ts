import { expect, it } from 'vitest';
import { initialState } from '../src/host/history/initial-state.js';
import { NO_PROJECT } from '../src/host/project/project.js';
import type { Generation } from '../src/protocol/generation.js';
import {
  CLOSED_SESSIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_TOTAL_MAX,
  RUNS_IN_VIEW_MAX,
} from '../src/protocol/limits.js';
import { aGeneration, aRun, aSession, aState } from '../src/renderer/test-state/builders.js';

const { host, store, registry } = aState();
const HISTORY = {
  sessions: [],
  generations: [],
  runs: [],
  batches: [],
  activity: [],
  processes: [],
  writtenAt: null,
};

const NOTHING_APPLIED = { registryGeneration: null, binding: null, packages: [], folders: null };

function viewOf(past: {
  readonly sessions?: readonly ReturnType<typeof aSession>[];
  readonly generations?: readonly Generation[];
  readonly runs?: readonly ReturnType<typeof aRun>[];
}) {
  const { sessions = [aSession({ id: 's' })], generations = [], runs = [] } = past;
  const revived = {
    standings: sessions.map((session) => ({ session, ...NOTHING_APPLIED })),
    generations,
    currentGenerations: [],
    runs,
    changedGenerations: [],
    interruptedRuns: [],
  };
  return initialState({ host, store }, registry, NO_PROJECT, HISTORY, revived);
}

function upTo<Item>(count: number, item: (n: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => item(index + 1));
}

const retired = (session: string) => (n: number) =>
  aGeneration({ session, generation: n, state: 'retired', publishedAt: n });

it('shows the sessions that were closed last, and all that are not closed, in their order', () => {
  const closed = (n: number) => aSession({ id: `closed-${n}`, state: 'closed', closedAt: 1_000 - n });
  const open = upTo(CLOSED_SESSIONS_IN_VIEW_MAX, (n) => aSession({ id: `open-${n}` }));
  const full = [...upTo(CLOSED_SESSIONS_IN_VIEW_MAX, closed), ...open];
  expect(viewOf({ sessions: full }).sessions).toEqual(full);
  const more = closed(CLOSED_SESSIONS_IN_VIEW_MAX + 1);
  const generations = [retired(more.id)(1), retired('closed-1')(1)];
  const over = viewOf({ sessions: [more, ...full], generations });
  expect(over.sessions).toEqual(full);
  expect(over.generations).toEqual([retired('closed-1')(1)]);
});

it('shows the generations in use and the newest others of each session, in their order', () => {
  const full = upTo(GENERATIONS_IN_VIEW_MAX, retired('s'));
  expect(viewOf({ generations: full }).generations).toEqual(full);
  const draining = aGeneration({ session: 's', generation: 0, state: 'draining', publishedAt: 0 });
  const over = viewOf({ generations: [draining, ...full] }).generations;
  expect(over).toEqual([draining, ...full.slice(1)]);
});

it('shows no more generations of all sessions together than their bound', () => {
  const sessions = upTo(GENERATIONS_IN_VIEW_TOTAL_MAX / 100 + 1, (n) => aSession({ id: `s${n}` }));
  const generations = sessions.flatMap(({ id }) => upTo(100, retired(id)));
  const shown = viewOf({ sessions, generations }).generations;
  expect(shown).toHaveLength(GENERATIONS_IN_VIEW_TOTAL_MAX);
  expect(Math.min(...shown.map(({ publishedAt }) => publishedAt))).toBeGreaterThan(9);
  const few = generations.slice(100);
  expect(viewOf({ sessions, generations: few }).generations).toEqual(few);
});

it('shows the newest runs, and counts all', () => {
  const runs = upTo(RUNS_IN_VIEW_MAX + 1, (n) => aRun({ id: `r${n}`, admittedAt: n }));
  const state = viewOf({ runs });
  expect(state.runCount).toBe(RUNS_IN_VIEW_MAX + 1);
  expect(state.runs).toHaveLength(RUNS_IN_VIEW_MAX);
  expect([state.runs[0]?.id, state.runs.at(-1)?.id]).toEqual([`r${RUNS_IN_VIEW_MAX + 1}`, 'r2']);
});
