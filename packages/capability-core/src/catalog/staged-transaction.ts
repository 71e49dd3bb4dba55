import type { CapabilityId } from '../identity/capability-id.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { CapabilityValue } from '../kinds/value.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { CapabilityProjectionAdapter } from './capability-projection-adapter.js';
import { CapabilityProjectionError } from './capability-projection-error.js';
import type { CapabilityReadinessPlan } from './capability-readiness-plan.js';
import { type CatalogStamp, stampOf } from './catalog-stamp.js';
import { DEFAULT_PREPARE_CONCURRENCY } from './limits.js';
import { Preparation } from './preparation.js';
import type { PreparationObserver } from './preparation-observer.js';
import { PreparedTransaction } from './prepared-transaction.js';
import { ReadyValueAdapter } from './ready-value-adapter.js';
import type { TransactionCore } from './transaction-core.js';

/** Settings of {@link StagedTransaction.prepare}. */
export interface PrepareOptions {
  readonly signal?: AbortSignal;
  /** Adapters of one wave that run side by side; 8 by default. */
  readonly concurrency?: number;
  /** How long adapters that were aborted may take to let go; 5 s by default. */
  readonly policy?: ScopeClosePolicy;
  readonly observer?: PreparationObserver;
}

/** A transaction that gathers what will be prepared. Dispose it unless it is prepared. */
export class StagedTransaction {
  readonly #core: TransactionCore;
  readonly #staged = new Map<string, CapabilityProjectionAdapter>();

  constructor(core: TransactionCore) {
    this.#core = core;
  }

  get set(): CapabilitySet {
    return this.#core.set;
  }

  get plan(): CapabilityReadinessPlan {
    return this.#core.plan;
  }

  get target(): CatalogStamp {
    return stampOf(this.#core.set);
  }

  /** Where the catalog stood when the transaction began, and must still stand when it commits. */
  get base(): CatalogStamp {
    return this.#core.base;
  }

  /** Number of capabilities staged so far. */
  get size(): number {
    return this.#staged.size;
  }

  has(id: CapabilityId): boolean {
    return this.#staged.has(id.toString());
  }

  /**
   * Stages an adapter. Neither kind nor name is looked at yet.
   *
   * @throws CapabilityProjectionError `unknown-staged-capability`; `duplicate-staged-capability`, and the first stays;
   * `invalid-transaction-state`
   */
  stage(id: CapabilityId, adapter: CapabilityProjectionAdapter): void {
    this.#core.require('staged');
    const capability = id.toString();
    if (this.#core.set.get(id) === undefined) {
      throw new CapabilityProjectionError({ code: 'unknown-staged-capability', capability });
    }
    if (this.#staged.has(capability)) {
      throw new CapabilityProjectionError({ code: 'duplicate-staged-capability', capability });
    }
    this.#staged.set(capability, adapter);
  }

  /** Stages a value that is ready and has no effects. Errors as of {@link stage}. */
  stageValue(id: CapabilityId, value: CapabilityValue): void {
    this.stage(id, new ReadyValueAdapter(value));
  }

  /**
   * Runs the adapters, wave by wave. Rejects only when the wave in progress has settled or the policy's time is over;
   * everything prepared until then forms one rollback batch. What an adapter returns later is undone at once.
   *
   * @throws CapabilityProjectionError `cancelled`, `missing-staged-capability`, `prepare-failed`,
   * `effect-bound-exceeded`, `invalid-transaction-state`
   */
  async prepare(options: PrepareOptions = {}): Promise<PreparedTransaction> {
    const {
      signal,
      concurrency = DEFAULT_PREPARE_CONCURRENCY,
      policy = new ScopeClosePolicy(),
      observer = {},
    } = options;
    if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
      throw new RangeError('concurrency must be a whole number of at least 1');
    }
    this.#core.advance('staged', 'preparing');
    this.#core.observeWith(observer);
    try {
      if (signal?.aborted === true) throw new CapabilityProjectionError({ code: 'cancelled' });
      this.#requireAllStaged();
      await new Preparation(this.#core, this.#staged, { signal, concurrency, policy }).run();
    } catch (error) {
      this.#core.rollBack();
      throw error;
    }
    this.#core.advance('preparing', 'prepared');
    return new PreparedTransaction(this.#core);
  }

  /** Gives the transaction up unless it was prepared. While its adapters run, they are aborted. */
  [Symbol.dispose](): void {
    this.#core.disposeFrom('staged');
  }

  #requireAllStaged(): void {
    for (const { id } of this.#core.set.capabilities) {
      if (!this.has(id)) {
        throw new CapabilityProjectionError({
          code: 'missing-staged-capability',
          capability: id.toString(),
        });
      }
    }
  }
}
