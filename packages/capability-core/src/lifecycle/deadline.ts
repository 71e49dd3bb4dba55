import type { Clock } from './clock.js';

/** A point on the steady clock after which no more time is given. */
export class Deadline {
  readonly #clock: Clock;
  readonly #at: number;

  private constructor(clock: Clock, at: number) {
    this.#clock = clock;
    this.#at = at;
  }

  static after(clock: Clock, delayMs: number): Deadline {
    return new Deadline(clock, clock.elapsed() + delayMs);
  }

  get remainingMs(): number {
    return Math.max(0, this.#at - this.#clock.elapsed());
  }

  get expired(): boolean {
    return this.remainingMs === 0;
  }
}
