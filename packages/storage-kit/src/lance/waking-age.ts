import { performance } from 'node:perf_hooks';

const steps = 16;

interface Moment {
  readonly time: Date;
  readonly elapsed: number;
}

/**
 * Knows a time of the system's clock that lies so many milliseconds back for a machine that was awake. After the
 * machine has slept, or its clock was set forward, files look old that a process was about to use a moment ago; here
 * only time counts that passed while this process watched.
 */
export class WakingAge {
  readonly #ms: number;
  #moments: readonly Moment[] = [];

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Undefined while that is longer than this process has watched. */
  past(): Date | undefined {
    const now: Moment = { time: new Date(), elapsed: performance.now() };
    const last = this.#moments.at(-1);
    if (last === undefined || now.elapsed - last.elapsed >= this.#ms / steps)
      this.#moments = [...this.#moments, now];
    const past = this.#moments.findLast(({ elapsed }) => elapsed <= now.elapsed - this.#ms);
    if (past !== undefined) this.#moments = this.#moments.slice(this.#moments.indexOf(past));
    return past?.time;
  }
}
