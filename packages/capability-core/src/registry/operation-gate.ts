import { LinkedAbort } from '../lifecycle/abort.js';

/** Lets operations in until it is closed; closing aborts those under way and waits for them. */
export class OperationGate {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Runs an operation with a signal that also aborts when the gate is closed. */
  async run<T>(signal: AbortSignal, operation: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using linked = new LinkedAbort([signal, this.#closing.signal]);
    const running = operation(linked.signal);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}
