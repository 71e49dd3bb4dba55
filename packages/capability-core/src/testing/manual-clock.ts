import type { Clock } from '../lifecycle/clock.js';
import { reactions } from './reactions.js';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** A clock that stands still until it is told to advance. */
export class ManualClock implements Clock {
  readonly #startedAt: number;
  readonly #timers = new Set<Timer>();
  #elapsed = 0;

  /** @param startedAt - Wall-clock time at the start, milliseconds since the epoch. */
  constructor(startedAt = 1_800_000_000_000) {
    this.#startedAt = startedAt;
  }

  /** Timers that have not fired and were not undone. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#startedAt + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  setTimer(delayMs: number, fire: () => void): () => void {
    const timer: Timer = { at: this.#elapsed + Math.max(0, delayMs), fire };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves time on by `ms`, firing what falls due in order; all reactions to one timer come before the next fires. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await reactions();
    for (let timer = this.#firstDue(end); timer !== undefined; timer = this.#firstDue(end)) {
      this.#timers.delete(timer);
      this.#elapsed = timer.at;
      timer.fire();
      await reactions();
    }
    this.#elapsed = end;
  }

  #firstDue(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}
