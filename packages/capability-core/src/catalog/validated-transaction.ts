import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import type { CapabilityCommitReceipt } from './capability-commit-receipt.js';
import type { CapabilityProjection } from './capability-projection.js';
import type { TransactionCore } from './transaction-core.js';

/** A transaction that can be committed. Dispose it unless it is. */
export class ValidatedTransaction {
  readonly projection: CapabilityProjection;
  readonly #core: TransactionCore;

  constructor(core: TransactionCore, projection: CapabilityProjection) {
    this.#core = core;
    this.projection = projection;
  }

  /**
   * Makes the generation current, if the catalog still stands where the transaction began. Synchronous, and never
   * waits for runs on older generations. When it loses, everything prepared is rolled back.
   *
   * @param options.leaseProvider - Gives each run its lease on the packages behind the generation.
   * @throws CapabilityProjectionError `commit-conflict`, `invalid-transaction-state`
   */
  commit(
    options: { readonly leaseProvider?: UseGenerationLeaseProvider | null } = {},
  ): CapabilityCommitReceipt {
    this.#core.advance('validated', 'committed');
    return this.#core.host.publish({
      base: this.#core.base,
      projection: this.projection,
      leaseProvider: options.leaseProvider ?? null,
      effects: this.#core.takeEffects(),
    });
  }

  /** Gives the transaction up unless it was committed: what was prepared is queued for cleanup. */
  [Symbol.dispose](): void {
    this.#core.disposeFrom('validated');
  }
}
