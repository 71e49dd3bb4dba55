import type { Clock } from '../contract/clock.js';
import { WakeUp } from '../transaction/wake-up.js';
import { lanceFirstPollMs, lanceLongestPollMs } from './lance-tuning.js';

export interface CommitPollParts {
  readonly clock: Clock;
  /** The last commit as of now. */
  readonly readRevision: () => Promise<number>;
}

/** Wakes those who wait for commits. While somebody does, it looks at the head now and then, for all of them. */
export class CommitPoll {
  readonly #parts: CommitPollParts;
  readonly #wakeUp = new WakeUp();
  #seen = 0;
  #waiting = 0;
  #polling: AbortController | undefined;

  constructor(parts: CommitPollParts) {
    this.#parts = parts;
  }

  /** Tells of a commit. */
  saw(revision: number): void {
    if (revision <= this.#seen) return;
    this.#seen = revision;
    this.#wakeUp.wake();
  }

  async wait(after: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    if (this.#seen > after) return;
    this.#waiting += 1;
    if (this.#polling === undefined) {
      this.#polling = new AbortController();
      void this.#poll(this.#polling.signal);
    }
    try {
      await this.#wakeUp.sleep(...signals);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.stop();
    }
  }

  /** Wakes everybody, and looks no more. */
  stop(): void {
    this.#polling?.abort();
    this.#polling = undefined;
    this.#wakeUp.wake();
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { clock, readRevision } = this.#parts;
    for (let pause = lanceFirstPollMs; ; pause = Math.min(pause * 2, lanceLongestPollMs)) {
      try {
        await clock.sleep(pause, { signal });
        this.saw(await readRevision());
      } catch {
        // Stopped, or the store cannot be read: then those who wait look for themselves, and are told.
        this.#wakeUp.wake();
      }
      if (signal.aborted) return;
    }
  }
}
