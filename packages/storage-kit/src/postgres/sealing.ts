import type { SharedBase } from '../shared/shared-engine.js';
import type { CommitGroup } from '../transaction/commit-group.js';

/** Keeps what a caller's function throws apart from what the connection does: it is no reason to try again. */
export class Sealing {
  readonly #seal: (base: SharedBase) => CommitGroup;
  #thrown: { readonly reason: unknown } | undefined;

  constructor(seal: (base: SharedBase) => CommitGroup) {
    this.#seal = seal;
  }

  /** Nothing is committed when it throws. */
  run(base: SharedBase): CommitGroup {
    try {
      return this.#seal(base);
    } catch (reason) {
      this.#thrown = { reason };
      return [];
    }
  }

  rethrow(): void {
    if (this.#thrown !== undefined) throw this.#thrown.reason;
  }
}
