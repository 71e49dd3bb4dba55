import type { Generation } from '../../../protocol/generation.js';
import { isTerminal, type Run } from '../../../protocol/run.js';

/** Who is still on what is no longer current, and since when. */
export interface PinSummary {
  readonly live: number;
  /** Live runs that hold a generation which is not the current one of its session. */
  readonly onOld: number;
  /** When the oldest of those was admitted; null when there is none. */
  readonly oldestSince: number | null;
}

export function pinSummary(runs: readonly Run[], generations: readonly Generation[]): PinSummary {
  const current = new Set(
    generations
      .filter((item) => item.state === 'current')
      .map((item) => `${item.session} ${item.generation}`),
  );
  const live = runs.filter((run) => !isTerminal(run.status) && run.generation !== null);
  const old = live.filter((run) => !current.has(`${run.session} ${run.generation}`));
  const admitted = old.map((run) => run.admittedAt);
  return {
    live: live.length,
    onOld: old.length,
    oldestSince: admitted.length === 0 ? null : Math.min(...admitted),
  };
}
