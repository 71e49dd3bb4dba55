import type { CapabilitySet } from '../identity/capability-set.js';
import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { type Clock, systemClock } from '../lifecycle/clock.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { CapabilityCommitReceipt } from './capability-commit-receipt.js';
import { CapabilityProjection } from './capability-projection.js';
import { CapabilityProjectionError } from './capability-projection-error.js';
import { CapabilityProjectionLease } from './capability-projection-lease.js';
import { CapabilityReadinessPlan } from './capability-readiness-plan.js';
import { CatalogGeneration } from './catalog-generation.js';
import type { CatalogObserver, CleanupReason } from './catalog-observer.js';
import { type CatalogStamp, stampsEqual } from './catalog-stamp.js';
import { type CleanupBatch, drainCleanup } from './cleanup-drain.js';
import { StagedTransaction } from './staged-transaction.js';
import { TransactionCore, type TransactionHost } from './transaction-core.js';

/** Settings of a {@link CapabilityCatalog}. */
export interface CapabilityCatalogOptions {
  readonly clock?: Clock;
  readonly observer?: CatalogObserver;
}

/**
 * The published generation, the pins on it and on older ones, and the effects that wait to be closed.
 *
 * Publication replaces the whole generation at once. Who pinned an older one keeps it; its effects are closed only
 * after the last pin is gone, and only when somebody drains.
 */
export class CapabilityCatalog {
  readonly #clock: Clock;
  readonly #observer: CatalogObserver;
  readonly #host: TransactionHost;
  #current: CatalogGeneration;
  #cleanup: CleanupBatch[] = [];

  constructor({ clock = systemClock, observer = {} }: CapabilityCatalogOptions = {}) {
    this.#clock = clock;
    this.#observer = observer;
    this.#host = {
      clock,
      rollBack: (effects) => this.#queue('rollback', null, effects),
      drainLate: (effects, policy) => drainCleanup([{ reason: 'rollback', effects }], { clock, policy }),
      publish: (publication) => this.#publish(publication),
    };
    this.#current = this.#generation(CapabilityProjection.empty(), null, []);
  }

  get currentStamp(): CatalogStamp {
    return this.#current.stamp;
  }

  /** The published generation, not pinned: use it only without waiting in between. */
  get current(): Pick<CatalogGeneration, 'stamp' | 'projection' | 'leaseProvider'> {
    return this.#current;
  }

  /** Batches of effects that wait to be closed. */
  get pendingCleanupBatches(): number {
    return this.#cleanup.length;
  }

  /** Holds the published generation in place until the lease is released. */
  pin(): CapabilityProjectionLease {
    return new CapabilityProjectionLease(this.#current);
  }

  /**
   * Begins the transaction to the next generation.
   *
   * @throws CapabilityProjectionError `generation-exhausted`, `target-generation-mismatch`, `dependency-cycle`
   */
  begin(set: CapabilitySet): StagedTransaction {
    const { generation } = this.currentStamp;
    if (generation === Number.MAX_SAFE_INTEGER) {
      throw new CapabilityProjectionError({ code: 'generation-exhausted' });
    }
    if (set.generation !== generation + 1) {
      throw new CapabilityProjectionError({
        code: 'target-generation-mismatch',
        expected: generation + 1,
        actual: set.generation,
      });
    }
    return this.#begin(set);
  }

  /**
   * Begins the transaction that brings an untouched catalog to a generation published in an earlier life.
   *
   * @throws CapabilityProjectionError `bootstrap-unavailable`, `bootstrap-target-generation`, `dependency-cycle`
   */
  beginRecovery(set: CapabilitySet): StagedTransaction {
    const { set: current } = this.#current.projection;
    if (current.generation !== 0 || current.capabilities.length > 0) {
      throw new CapabilityProjectionError({
        code: 'bootstrap-unavailable',
        actualGeneration: current.generation,
        actualCapabilities: current.capabilities.length,
      });
    }
    if (set.generation === 0) {
      throw new CapabilityProjectionError({ code: 'bootstrap-target-generation', actual: set.generation });
    }
    return this.#begin(set);
  }

  /**
   * Closes everything that is queued at this moment. Two drains at once never share a batch. Never rejects.
   *
   * @param policy - Time for all of it together; 5 s by default.
   */
  async drainCleanup(policy: ScopeClosePolicy = new ScopeClosePolicy()): Promise<CapabilityCleanupReport> {
    const batches = this.#cleanup;
    this.#cleanup = [];
    return drainCleanup(batches, { clock: this.#clock, policy });
  }

  /** Queues the effects of the published generation even if it is still pinned: the catalog is being closed. */
  retireCurrent(): void {
    this.#queue('retired', this.currentStamp, this.#current.takeEffects());
  }

  #begin(set: CapabilitySet): StagedTransaction {
    const plan = CapabilityReadinessPlan.fromSet(set);
    return new StagedTransaction(new TransactionCore(this.#host, set, plan, this.currentStamp));
  }

  #publish({
    base,
    projection,
    leaseProvider,
    effects,
  }: Parameters<TransactionHost['publish']>[0]): CapabilityCommitReceipt {
    const previous = this.currentStamp;
    if (!stampsEqual(previous, base)) {
      this.#queue('rollback', null, effects);
      throw new CapabilityProjectionError({
        code: 'commit-conflict',
        expectedGeneration: base.generation,
        expectedDigest: base.digest,
        actualGeneration: previous.generation,
        actualDigest: previous.digest,
      });
    }
    const superseded = this.#current;
    this.#current = this.#generation(projection, leaseProvider, effects);
    const receipt = Object.freeze({ previous, committed: projection.stamp });
    this.#observer.generationPublished?.(receipt);
    superseded.supersede();
    return receipt;
  }

  #generation(
    projection: CapabilityProjection,
    leaseProvider: UseGenerationLeaseProvider | null,
    effects: readonly CapabilityEffect[],
  ): CatalogGeneration {
    return new CatalogGeneration(projection, leaseProvider, effects, (stamp, left) => {
      this.#observer.generationRetired?.(stamp, { effects: left.length });
      this.#queue('retired', stamp, left);
    });
  }

  #queue(reason: CleanupReason, stamp: CatalogStamp | null, effects: readonly CapabilityEffect[]): void {
    if (effects.length === 0) return;
    this.#cleanup.push({ reason, effects });
    this.#observer.cleanupQueued?.({ reason, stamp, effects: effects.length });
  }
}
