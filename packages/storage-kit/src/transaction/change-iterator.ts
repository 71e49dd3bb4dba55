import type { StateChange } from '../contract/state-change.js';

/** Resolves with the next change. The signal is aborted when nobody wants it any more. */
export type PullChange = (ended: AbortSignal) => Promise<StateChange>;

/** Hands out changes one by one, in order, also when several are asked for at once. A failure ends it. */
export class ChangeIterator implements AsyncIterableIterator<StateChange> {
  readonly #pull: PullChange;
  readonly #ended = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(pull: PullChange) {
    this.#pull = pull;
  }

  next(): Promise<IteratorResult<StateChange, undefined>> {
    const result = this.#last.then(() => this.#next());
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Ends the watch; whoever waits for a change is told so. */
  async return(): Promise<IteratorResult<StateChange, undefined>> {
    this.#ended.abort();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #next(): Promise<IteratorResult<StateChange, undefined>> {
    const { signal } = this.#ended;
    if (signal.aborted) return this.return();
    try {
      const value = await this.#pull(signal);
      return signal.aborted ? this.return() : { done: false, value };
    } catch (error) {
      if (signal.aborted) return this.return();
      this.#ended.abort();
      throw error;
    }
  }
}
