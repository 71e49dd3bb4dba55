import { ACTIVITY_IN_VIEW_MAX } from '../../protocol/console-event.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Generation } from '../../protocol/generation.js';
import type { HostHealth, StoreHealth } from '../../protocol/health.js';
import { GENERATIONS_IN_VIEW_MAX, RUNS_IN_VIEW_MAX } from '../../protocol/limits.js';
import type { Project } from '../project/project.js';
import type { History } from './load-history.js';
import type { RevivedHistory } from './revive-history.js';

/** What pages see first: the newest of what the store holds. */
export function initialState(
  health: { readonly host: HostHealth; readonly store: StoreHealth },
  project: Project,
  history: History,
  revived: RevivedHistory,
): ConsoleState {
  return {
    ...health,
    packages: [],
    sessions: revived.standings.map(({ session }) => session),
    generations: inView(revived.generations.map(({ generation }) => generation)),
    batches: [],
    runs: [...revived.runs]
      .sort((one, other) => other.admittedAt - one.admittedAt)
      .slice(0, RUNS_IN_VIEW_MAX),
    runCount: revived.runs.length,
    rehearsals: project.rehearsals.map(({ name, title, prompt }) => ({ name, title, prompt })),
    activity: history.activity.slice(-ACTIVITY_IN_VIEW_MAX).reverse(),
  };
}

/** The newest generations of each session. */
function inView(generations: readonly Generation[]): readonly Generation[] {
  const counts = new Map<string, number>();
  return [...generations]
    .reverse()
    .filter(({ session }) => {
      const count = (counts.get(session) ?? 0) + 1;
      counts.set(session, count);
      return count <= GENERATIONS_IN_VIEW_MAX;
    })
    .reverse();
}
