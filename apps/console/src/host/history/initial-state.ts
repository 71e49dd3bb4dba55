import { ACTIVITY_IN_VIEW_MAX } from '../../protocol/console-event.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Generation } from '../../protocol/generation.js';
import type { HostHealth, StoreHealth } from '../../protocol/health.js';
import {
  CLOSED_SESSIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_MAX,
  GENERATIONS_IN_VIEW_TOTAL_MAX,
  RUNS_IN_VIEW_MAX,
} from '../../protocol/limits.js';
import type { Session } from '../../protocol/session.js';
import type { Project } from '../project/project.js';
import type { History } from './load-history.js';
import type { RevivedHistory } from './revive-history.js';

/** What pages see first: the newest of what the store holds. */
export function initialState(
  health: { readonly host: HostHealth; readonly store: StoreHealth },
  registry: ConsoleState['registry'],
  project: Project,
  history: History,
  revived: RevivedHistory,
): ConsoleState {
  const sessions = sessionsInView(revived.standings.map(({ session }) => session));
  return {
    ...health,
    registry,
    sessions,
    generations: generationsInView(revived.generations, new Set(sessions.map(({ id }) => id))),
    batches: history.batches,
    runs: [...revived.runs]
      .sort((one, other) => other.admittedAt - one.admittedAt)
      .slice(0, RUNS_IN_VIEW_MAX),
    runCount: revived.runs.length,
    rehearsals: project.rehearsals.map(({ name, title, prompt }) => ({ name, title, prompt })),
    activity: history.activity.slice(-ACTIVITY_IN_VIEW_MAX).reverse(),
  };
}

/** All that are not closed, and those that were closed last. */
function sessionsInView(sessions: readonly Session[]): readonly Session[] {
  const closed = sessions
    .filter(({ state }) => state === 'closed')
    .sort((one, other) => (other.closedAt ?? 0) - (one.closedAt ?? 0));
  const outOfView = new Set(closed.slice(CLOSED_SESSIONS_IN_VIEW_MAX));
  return sessions.filter((session) => !outOfView.has(session));
}

/** Those in use, and the newest of the others: so many of each session, and so many together. */
function generationsInView(
  generations: readonly Generation[],
  sessions: ReadonlySet<string>,
): readonly Generation[] {
  const counts = new Map<string, number>();
  const newestFirst = generations
    .filter(({ session }) => sessions.has(session))
    .sort((one, other) => inUseFirst(one, other) || other.publishedAt - one.publishedAt)
    .filter(({ session }) => {
      const count = (counts.get(session) ?? 0) + 1;
      counts.set(session, count);
      return count <= GENERATIONS_IN_VIEW_MAX;
    });
  const inView = new Set(newestFirst.slice(0, GENERATIONS_IN_VIEW_TOTAL_MAX));
  return generations.filter((generation) => inView.has(generation));
}

function inUseFirst(one: Generation, other: Generation): number {
  return Number(one.state === 'retired') - Number(other.state === 'retired');
}
