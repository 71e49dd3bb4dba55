import type { CapabilityId } from '../identity/capability-id.js';
import type { CapabilityValue } from '../kinds/value.js';
import { LinkedAbort, onAbort } from '../lifecycle/abort.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import { CapabilityAdapterError } from '../lifecycle/capability-adapter-error.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { settle } from '../lifecycle/settle-within.js';
import type { CapabilityProjectionAdapter } from './capability-projection-adapter.js';
import { CapabilityProjectionError } from './capability-projection-error.js';
import { MAX_TRANSACTION_EFFECTS } from './limits.js';
import { PreparedCapability } from './prepared-capability.js';
import { ReadyValueAdapter } from './ready-value-adapter.js';
import type { TransactionCore } from './transaction-core.js';

/** Settings of one preparation. */
export interface PreparationOptions {
  readonly signal: AbortSignal | undefined;
  readonly concurrency: number;
  readonly policy: ScopeClosePolicy;
}

/** One run of a transaction's adapters, wave by wave. */
export class Preparation {
  readonly #core: TransactionCore;
  readonly #staged: ReadonlyMap<string, CapabilityProjectionAdapter>;
  readonly #options: PreparationOptions;
  readonly #running = new Map<string, CapabilityId>();
  readonly #startedAt = new Map<string, number>();
  readonly #abort: LinkedAbort;
  #failure: CapabilityProjectionError | null = null;
  #leftBehind = false;
  #undoTimer: (() => void) | undefined;
  #wake: () => void = () => {};

  constructor(
    core: TransactionCore,
    staged: ReadonlyMap<string, CapabilityProjectionAdapter>,
    options: PreparationOptions,
  ) {
    this.#core = core;
    this.#staged = staged;
    this.#options = options;
    this.#abort = new LinkedAbort([options.signal, core.abandoned]);
  }

  /**
   * Prepares everything, or settles what it can and fails.
   *
   * @throws CapabilityProjectionError `cancelled`, `prepare-failed`, `effect-bound-exceeded`: whichever came first
   */
  async run(): Promise<void> {
    onAbort(this.#abort.signal, () => this.#stop(new CapabilityProjectionError({ code: 'cancelled' })));
    try {
      for (const wave of this.#core.plan.waves) {
        await this.#runWave(wave);
        if (this.#failure !== null) throw this.#failure;
      }
      if (this.#failure !== null) throw this.#failure;
    } finally {
      this.#undoTimer?.();
      this.#abort[Symbol.dispose]();
    }
  }

  async #runWave(wave: readonly CapabilityId[]): Promise<void> {
    const queue = wave.values();
    let exhausted = false;
    for (;;) {
      while (this.#failure === null && !exhausted && this.#running.size < this.#options.concurrency) {
        const next = queue.next();
        if (next.done === true) exhausted = true;
        else this.#start(next.value);
      }
      if (this.#leftBehind || this.#running.size === 0) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #start(id: CapabilityId): void {
    const key = id.toString();
    const adapter = this.#staged.get(key);
    if (adapter === undefined) return;
    this.#startedAt.set(key, this.#core.host.clock.elapsed());
    this.#core.observer.preparing?.(id);
    // A large set is mostly ready values; going through a promise for each would cost more than all the rest.
    if (adapter instanceof ReadyValueAdapter) {
      this.#accept(id, adapter.value, []);
      return;
    }
    this.#running.set(key, id);
    void this.#prepare(id, adapter);
  }

  async #prepare(id: CapabilityId, adapter: CapabilityProjectionAdapter): Promise<void> {
    // Each adapter listens to a signal of its own, since many may run side by side.
    using abort = new LinkedAbort([this.#abort.signal]);
    const settled = await settle(async () => {
      const prepared = await adapter.prepare({ signal: abort.signal });
      if (!(prepared instanceof PreparedCapability)) {
        throw new CapabilityAdapterError('the adapter returned no prepared capability');
      }
      return { value: prepared.value, effects: prepared.takeEffects() };
    });
    if (this.#leftBehind) {
      if (settled.outcome === 'fulfilled') await this.#undoLate(id, settled.value.effects);
      return;
    }
    this.#running.delete(id.toString());
    if (settled.outcome === 'fulfilled') this.#accept(id, settled.value.value, settled.value.effects);
    else if (settled.outcome === 'rejected') this.#fail(id, settled.error);
    this.#wake();
  }

  #accept(id: CapabilityId, value: CapabilityValue, effects: readonly CapabilityEffect[]): void {
    this.#core.accept(id, value, effects);
    this.#core.observer.prepared?.(id, { effects: effects.length, durationMs: this.#durationMs(id) });
    if (this.#core.effectCount > MAX_TRANSACTION_EFFECTS) {
      this.#stop(
        new CapabilityProjectionError({ code: 'effect-bound-exceeded', max: MAX_TRANSACTION_EFFECTS }),
      );
    }
  }

  #fail(id: CapabilityId, error: unknown): void {
    const cause =
      error instanceof CapabilityAdapterError
        ? error
        : new CapabilityAdapterError(messageOf(error, ''), { cause: error });
    this.#core.observer.failed?.(id, {
      code: codeOf(error, cause.code),
      message: cause.message,
      durationMs: this.#durationMs(id),
    });
    this.#stop(
      new CapabilityProjectionError(
        { code: 'prepare-failed', capability: id.toString(), reason: cause.message },
        { cause },
      ),
    );
  }

  /** Starts nothing more, aborts what runs, and gives it the policy's time to let go. Only the first reason counts. */
  #stop(failure: CapabilityProjectionError): void {
    if (this.#failure !== null) return;
    this.#failure = failure;
    this.#abort.abort(failure);
    const { timeoutMs } = this.#options.policy;
    this.#undoTimer = this.#core.host.clock.setTimer(timeoutMs, () => this.#leaveBehind(timeoutMs));
    this.#wake();
  }

  #leaveBehind(timeoutMs: number): void {
    this.#leftBehind = true;
    for (const id of this.#running.values()) {
      this.#core.observer.failed?.(id, {
        code: 'abandoned',
        message: `did not let go within ${timeoutMs} ms after it was aborted`,
        durationMs: this.#durationMs(id),
      });
    }
    this.#wake();
  }

  async #undoLate(id: CapabilityId, effects: readonly CapabilityEffect[]): Promise<void> {
    if (effects.length === 0) return;
    const report = await this.#core.host.drainLate(effects, this.#options.policy);
    this.#core.observer.lateEffect?.(id, report);
  }

  #durationMs(id: CapabilityId): number {
    const { clock } = this.#core.host;
    return clock.elapsed() - (this.#startedAt.get(id.toString()) ?? clock.elapsed());
  }
}
