import type { CapabilityId } from '../identity/capability-id.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { CapabilityValue } from '../kinds/value.js';
import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import type { Clock } from '../lifecycle/clock.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { CapabilityCommitReceipt } from './capability-commit-receipt.js';
import type { CapabilityProjection } from './capability-projection.js';
import { CapabilityProjectionError, type TransactionState } from './capability-projection-error.js';
import type { CapabilityReadinessPlan } from './capability-readiness-plan.js';
import type { CatalogStamp } from './catalog-stamp.js';
import type { PreparationObserver } from './preparation-observer.js';

/** What a transaction asks of its catalog. */
export interface TransactionHost {
  readonly clock: Clock;
  /** Queues the effects of a transaction that was not published. */
  rollBack(effects: readonly CapabilityEffect[]): void;
  /** Closes effects that came too late to be queued with the others. */
  drainLate(effects: readonly CapabilityEffect[], policy: ScopeClosePolicy): Promise<CapabilityCleanupReport>;
  /** Makes the projection current if the catalog still stands at `base`. Owns the effects in either case. */
  publish(publication: {
    readonly base: CatalogStamp;
    readonly projection: CapabilityProjection;
    readonly leaseProvider: UseGenerationLeaseProvider | null;
    readonly effects: readonly CapabilityEffect[];
  }): CapabilityCommitReceipt;
}

interface PreparedEntry {
  readonly id: CapabilityId;
  readonly value: CapabilityValue;
  readonly effects: readonly CapabilityEffect[];
}

/** What the states of one transaction share: its target, what was prepared so far, and in which state it is. */
export class TransactionCore {
  readonly host: TransactionHost;
  readonly set: CapabilitySet;
  readonly plan: CapabilityReadinessPlan;
  readonly base: CatalogStamp;
  readonly #prepared = new Map<string, PreparedEntry>();
  readonly #abandoned = new AbortController();
  #observer: PreparationObserver = {};
  #effectCount = 0;
  #state: TransactionState = 'staged';

  constructor(host: TransactionHost, set: CapabilitySet, plan: CapabilityReadinessPlan, base: CatalogStamp) {
    this.host = host;
    this.set = set;
    this.plan = plan;
    this.base = base;
  }

  /** Aborted when the transaction is disposed while adapters run. */
  get abandoned(): AbortSignal {
    return this.#abandoned.signal;
  }

  get observer(): PreparationObserver {
    return this.#observer;
  }

  /** Effects prepared so far. */
  get effectCount(): number {
    return this.#effectCount;
  }

  /** @throws CapabilityProjectionError `invalid-transaction-state` */
  require(expected: TransactionState): void {
    if (this.#state !== expected) {
      throw new CapabilityProjectionError({
        code: 'invalid-transaction-state',
        expected,
        actual: this.#state,
      });
    }
  }

  /** @throws CapabilityProjectionError `invalid-transaction-state` */
  advance(from: TransactionState, to: TransactionState): void {
    this.require(from);
    this.#state = to;
  }

  observeWith(observer: PreparationObserver): void {
    this.#observer = observer;
  }

  /** Owns a prepared value and its effects from now on. */
  accept(id: CapabilityId, value: CapabilityValue, effects: readonly CapabilityEffect[]): void {
    this.#prepared.set(id.toString(), { id, value, effects });
    this.#effectCount += effects.length;
  }

  values(): readonly (readonly [CapabilityId, CapabilityValue])[] {
    return [...this.#prepared.values()].map(({ id, value }) => [id, value] as const);
  }

  /** Takes all effects in activation order, whatever order their adapters finished in. */
  takeEffects(): readonly CapabilityEffect[] {
    const effects = this.#inActivationOrder().flatMap((entry) => entry.effects);
    this.#prepared.clear();
    this.#effectCount = 0;
    return effects;
  }

  /**
   * Gives the transaction up on behalf of the owner of one state; harmless when it has gone on since. While adapters
   * run they are aborted, and the rest follows when they have settled.
   */
  disposeFrom(state: 'staged' | 'prepared' | 'validated'): void {
    if (this.#state === state) this.rollBack();
    else if (this.#state === 'preparing' && state === 'staged') this.#abandoned.abort();
  }

  /** Queues what was prepared. Doing so twice is harmless. */
  rollBack(): void {
    this.#state = 'rolled-back';
    const undone = [...this.#inActivationOrder()].reverse();
    const effects = this.takeEffects();
    for (const { id } of undone) this.#observer.rolledBack?.(id);
    this.host.rollBack(effects);
  }

  #inActivationOrder(): readonly PreparedEntry[] {
    return this.plan.activationOrder.flatMap((id) => this.#prepared.get(id.toString()) ?? []);
  }
}
