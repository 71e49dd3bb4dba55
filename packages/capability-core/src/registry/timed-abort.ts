import { LinkedAbort } from '../lifecycle/abort.js';
import type { Clock } from '../lifecycle/clock.js';

/** An abort that follows another signal, and comes by itself after a time. Dispose it, or its timer goes on. */
export class TimedAbort {
  readonly #linked: LinkedAbort;
  readonly #clear: () => void;
  #isLate = false;

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal) {
    this.#linked = new LinkedAbort([signal]);
    this.#clear = clock.setTimer(timeoutMs, () => {
      this.#isLate = true;
      this.#linked.abort();
    });
  }

  get signal(): AbortSignal {
    return this.#linked.signal;
  }

  /** Whether the time was over before anything else. */
  get isLate(): boolean {
    return this.#isLate;
  }

  [Symbol.dispose](): void {
    this.#clear();
    this.#linked[Symbol.dispose]();
  }
}
