import * as z from 'zod/mini';
import { Activity } from './activity.js';
import { Batch } from './batch.js';
import { Registry } from './capability-package.js';
import type { ConsoleState } from './console-state.js';
import { Generation } from './generation.js';
import { StoreHealth } from './health.js';
import {
  CLOSED_SESSIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_TOTAL_MAX,
  RUNS_IN_VIEW_MAX,
} from './limits.js';
import { isTerminal, Run } from './run.js';
import { Session } from './session.js';

/** Newest audit lines that the state keeps in view. */
export const ACTIVITY_IN_VIEW_MAX = 200;

/** Each event carries one whole entity as it is now, so that applying it twice changes nothing. */
export const ConsoleEvent = z.discriminatedUnion('type', [
  z.readonly(z.object({ type: z.literal('store'), store: StoreHealth })),
  z.readonly(z.object({ type: z.literal('registry'), registry: Registry })),
  z.readonly(z.object({ type: z.literal('session'), session: Session })),
  z.readonly(z.object({ type: z.literal('generation'), generation: Generation })),
  z.readonly(z.object({ type: z.literal('batch'), batch: Batch })),
  z.readonly(z.object({ type: z.literal('run'), run: Run, runCount: z.number() })),
  z.readonly(z.object({ type: z.literal('activity'), activity: Activity })),
]);
export type ConsoleEvent = z.infer<typeof ConsoleEvent>;

/** The meaning of an event, the same for host and page. */
export function applyConsoleEvent(state: ConsoleState, event: ConsoleEvent): ConsoleState {
  switch (event.type) {
    case 'store':
      return { ...state, store: event.store };
    case 'registry':
      return { ...state, registry: event.registry };
    case 'session':
      return withSession(state, event.session);
    case 'generation':
      return { ...state, generations: withGeneration(state.generations, event.generation) };
    case 'batch':
      return {
        ...state,
        batches: upsert(state.batches, event.batch, (item) => item.session === event.batch.session),
      };
    case 'run':
      return { ...state, runCount: event.runCount, runs: withRun(state.runs, event.run) };
    case 'activity':
      return { ...state, activity: withActivity(state.activity, event.activity) };
  }
}

function upsert<T>(items: readonly T[], next: T, same: (item: T) => boolean): readonly T[] {
  const index = items.findIndex(same);
  return index === -1 ? [...items, next] : items.with(index, next);
}

/** Of closed sessions those that were closed last stay in view; one that leaves it takes what is its own with it. */
function withSession(state: ConsoleState, next: Session): ConsoleState {
  const sessions = upsert(state.sessions, next, (item) => item.id === next.id);
  const closed = sessions.filter((item) => item.state === 'closed');
  if (closed.length <= CLOSED_SESSIONS_IN_VIEW_MAX) return { ...state, sessions };
  const { id } = closed.reduce((first, item) => (closedAt(item) < closedAt(first) ? item : first));
  return {
    ...state,
    sessions: sessions.filter((item) => item.id !== id),
    generations: state.generations.filter((item) => item.session !== id),
    batches: state.batches.filter((item) => item.session !== id),
  };
}

function closedAt(session: Session): number {
  return session.closedAt ?? 0;
}

function withGeneration(all: readonly Generation[], next: Generation): readonly Generation[] {
  const merged = upsert(
    all,
    next,
    (item) => item.session === next.session && item.generation === next.generation,
  );
  const own = merged.filter((item) => item.session === next.session);
  const crowded =
    own.length > GENERATIONS_IN_VIEW_MAX ? own : merged.length > GENERATIONS_IN_VIEW_TOTAL_MAX ? merged : [];
  const retired = crowded.filter((item) => item.state === 'retired');
  if (retired.length === 0) return merged;
  const oldest = retired.reduce((first, item) => (item.publishedAt < first.publishedAt ? item : first));
  return merged.filter((item) => item !== oldest);
}

function withRun(all: readonly Run[], next: Run): readonly Run[] {
  const index = all.findIndex((item) => item.id === next.id);
  if (index !== -1) return all.with(index, next);
  // One that was out of view is not newer than the others, though it changes now.
  const older = all.findIndex(({ admittedAt }) => admittedAt <= next.admittedAt);
  const merged = all.toSpliced(older === -1 ? all.length : older, 0, next);
  if (merged.length <= RUNS_IN_VIEW_MAX) return merged;
  const oldest = merged.findLastIndex((item) => isTerminal(item.status));
  return oldest === -1 ? merged : merged.toSpliced(oldest, 1);
}

function withActivity(all: readonly Activity[], next: Activity): readonly Activity[] {
  if (all.some((item) => item.sequence === next.sequence)) return all;
  return [next, ...all].slice(0, ACTIVITY_IN_VIEW_MAX);
}
