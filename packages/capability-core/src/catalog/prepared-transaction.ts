import { CapabilityProjection } from './capability-projection.js';
import type { TransactionCore } from './transaction-core.js';
import { ValidatedTransaction } from './validated-transaction.js';

/** A transaction whose capabilities are all ready. Dispose it unless it is validated. */
export class PreparedTransaction {
  readonly #core: TransactionCore;

  constructor(core: TransactionCore) {
    this.#core = core;
  }

  /**
   * Checks that every value fits its descriptor. When one does not, everything prepared is rolled back.
   *
   * @throws CapabilityProjectionError `kind-mismatch`, `public-name-mismatch`, `invalid-transaction-state`
   */
  validate(): ValidatedTransaction {
    this.#core.require('prepared');
    try {
      const projection = CapabilityProjection.create(this.#core.set, this.#core.plan, this.#core.values());
      this.#core.advance('prepared', 'validated');
      return new ValidatedTransaction(this.#core, projection);
    } catch (error) {
      this.#core.rollBack();
      throw error;
    }
  }

  /** Gives the transaction up unless it went on: what was prepared is queued for cleanup. */
  [Symbol.dispose](): void {
    this.#core.disposeFrom('prepared');
  }
}
