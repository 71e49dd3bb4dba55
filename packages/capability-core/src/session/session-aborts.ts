import { LinkedAbort } from '../lifecycle/abort.js';

/**
 * The aborts of all that a session has started. Kept in a set of their own rather than as listeners of one signal,
 * since a session may have hundreds at once and runtimes take that many listeners for a leak.
 */
export class SessionAborts {
  readonly #open = new Set<LinkedAbort>();
  #reason: unknown;
  #aborted = false;

  /** An abort that follows the session and `signal`. Dispose it when what it is for has ended. */
  link(signal: AbortSignal | undefined): LinkedAbort {
    const abort = new MemberAbort(signal, this.#open);
    if (this.#aborted) {
      abort.abort(this.#reason);
    }
    return abort;
  }

  abortAll(reason: unknown): void {
    this.#aborted = true;
    this.#reason = reason;
    for (const abort of this.#open) {
      abort.abort(reason);
    }
  }
}

class MemberAbort extends LinkedAbort {
  readonly #owner: Set<LinkedAbort>;

  constructor(signal: AbortSignal | undefined, owner: Set<LinkedAbort>) {
    super([signal]);
    this.#owner = owner;
    owner.add(this);
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    this.#owner.delete(this);
  }
}
