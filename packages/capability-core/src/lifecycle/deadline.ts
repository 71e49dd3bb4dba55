import type { Clock } from './clock.js';

/** A point on the steady clock after which waiting ends. Owns one timer: dispose it when nothing waits any more. */
export class Deadline {
  readonly clock: Clock;
  readonly #at: number;
  readonly #listeners = new Set<() => void>();
  readonly #undoTimer: () => void;
  #fired = false;

  private constructor(clock: Clock, delayMs: number) {
    this.clock = clock;
    this.#at = clock.elapsed() + delayMs;
    this.#undoTimer = clock.setTimer(delayMs, () => {
      this.#fired = true;
      for (const listener of this.#listeners) listener();
    });
  }

  static start(clock: Clock, delayMs: number): Deadline {
    return new Deadline(clock, delayMs);
  }

  get remainingMs(): number {
    return Math.max(0, this.#at - this.clock.elapsed());
  }

  get expired(): boolean {
    // A timer may fire a fraction of a millisecond early, and a busy loop may keep it from firing at all.
    return this.#fired || this.remainingMs === 0;
  }

  /** Calls `listener` when the deadline passes. Returns its undo. */
  whenExpired(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  [Symbol.dispose](): void {
    this.#undoTimer();
    this.#listeners.clear();
  }
}
