import type { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { RetainedUseGeneration } from '../lease/use-generation-lease.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import { type Clock, systemClock } from '../lifecycle/clock.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { CapabilityCeiling } from './capability-ceiling.js';
import { CapabilityScopeHandle } from './capability-scope-handle.js';
import { childScopeId, type ScopeKind, sessionScopeId } from './scope-name.js';
import { ScopeSupervisor } from './scope-supervisor.js';
import type { ScopeTask } from './scope-task.js';

/** Settings of {@link CapabilityScope.openSession}. */
export interface SessionScopeOptions {
  readonly set: CapabilitySet;
  readonly localId: string;
  /** The widest by default. */
  readonly ceiling?: CapabilityCeiling;
  /** Inherited by every scope below. */
  readonly policy?: ScopeClosePolicy;
  /** Cancels the scope and all below it. Closing the scope leaves it alone. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Settings of a scope inside another. */
export interface ChildScopeOptions {
  /** The parent's by default. */
  readonly ceiling?: CapabilityCeiling;
}

/**
 * A stretch of work with everything that lives in it: tasks, effects, scopes inside it, and for a run the lease on the
 * packages it uses. Nothing outlives its scope: cancelling reaches down, closing waits for all of it within a bound.
 *
 * `cancel` gives up at once and leaves closing to be done; `close` asks tasks to end, waits for them, and closes
 * everything from the newest to the oldest.
 */
export class CapabilityScope<K extends ScopeKind = ScopeKind> {
  /** `session/<local>`, `session/<local>/run/<local>` and so on. */
  readonly id: string;
  readonly kind: K;
  /** The capabilities that all scopes of one session scope share. */
  readonly set: CapabilitySet;
  readonly ceiling: CapabilityCeiling;
  readonly #supervisor: ScopeSupervisor;

  private constructor(kind: K, set: CapabilitySet, ceiling: CapabilityCeiling, supervisor: ScopeSupervisor) {
    this.id = supervisor.id;
    this.kind = kind;
    this.set = set;
    this.ceiling = ceiling;
    this.#supervisor = supervisor;
    Object.freeze(this);
  }

  /**
   * Opens the root of a tree of scopes.
   *
   * @throws CapabilityScopeError `ceiling-catalog-mismatch`, `invalid-scope-id`, `bound-exceeded`, `scope-inactive`
   * (the signal is aborted already)
   */
  static openSession(options: SessionScopeOptions): CapabilityScope<'session'> {
    const { set, localId, policy = new ScopeClosePolicy(), clock = systemClock, signal } = options;
    const ceiling = options.ceiling ?? CapabilityCeiling.create(set);
    ceiling.assertFor(set.digest);
    const id = sessionScopeId(localId);
    if (signal?.aborted === true) throw new CapabilityScopeError({ code: 'scope-inactive', scopeId: id });
    const supervisor = new ScopeSupervisor({
      id,
      clock,
      policy,
      lease: null,
      parent: null,
      ...(signal === undefined ? {} : { signal }),
    });
    return new CapabilityScope('session', set, ceiling, supervisor);
  }

  /** Cursor of the packages behind the set; null without packages. */
  get useGeneration(): UseCapabilityGeneration | null {
    return this.set.useGeneration;
  }

  get policy(): ScopeClosePolicy {
    return this.#supervisor.policy;
  }

  /** Aborted when the scope is cancelled or begins to close. */
  get signal(): AbortSignal {
    return this.#supervisor.signal;
  }

  get isActive(): boolean {
    return this.#supervisor.isActive;
  }

  /**
   * Opens the scope of a run, which owns `lease` from then on. A lease offered to a run that is refused is released.
   *
   * @throws CapabilityScopeError `scope-inactive`, `missing-use-generation-lease`, `unexpected-use-generation-lease`,
   * `use-generation-lease-mismatch`, and those of {@link openTurn}
   */
  admitRun(
    this: CapabilityScope<'session'>,
    localId: string,
    options: ChildScopeOptions & { readonly lease?: RetainedUseGeneration } = {},
  ): CapabilityScope<'run'> {
    const lease = options.lease ?? null;
    try {
      this.#supervisor.requireActive();
      this.#checkLease(lease);
      return this.#open('run', localId, options, lease);
    } catch (error) {
      if (lease !== null) this.#supervisor.refuseLease(lease);
      throw error;
    }
  }

  /**
   * Opens the scope of one turn of the conversation.
   *
   * @throws CapabilityScopeError `scope-inactive`, `ceiling-catalog-mismatch`, `ceiling-expansion`, `invalid-scope-id`,
   * `bound-exceeded`, `duplicate-child-scope`
   */
  openTurn(
    this: CapabilityScope<'run' | 'subtask'>,
    localId: string,
    options: ChildScopeOptions = {},
  ): CapabilityScope<'turn'> {
    return this.#open('turn', localId, options, null);
  }

  /** Opens the scope of delegated work. Errors as of {@link openTurn}. */
  openSubtask(
    this: CapabilityScope<'run' | 'turn' | 'subtask'>,
    localId: string,
    options: ChildScopeOptions = {},
  ): CapabilityScope<'subtask'> {
    return this.#open('subtask', localId, options, null);
  }

  /**
   * What may be used in this scope, in canonical order.
   *
   * @throws CapabilityScopeError `scope-inactive`
   */
  capabilities(): readonly CapabilityDescriptor[] {
    this.#supervisor.requireActive();
    return this.set.capabilities.filter(({ id }) => this.ceiling.allows(id));
  }

  /**
   * Leaves an effect to this scope, to be closed with it. Refused, it stays with the caller.
   *
   * @throws CapabilityScopeError `invalid-lifecycle-name`, `supervisor-closed`, `bound-exceeded`
   */
  registerEffect(effect: CapabilityEffect): void {
    this.#supervisor.addEffect(effect);
  }

  /**
   * Runs a task that the scope waits for when it closes. What it throws is reported then.
   *
   * @throws CapabilityScopeError `invalid-lifecycle-name`, `supervisor-closed`, `bound-exceeded`
   */
  spawn(name: string, run: (options: { readonly signal: AbortSignal }) => Promise<void>): ScopeTask {
    return this.#supervisor.spawn(name, run);
  }

  /** Gives up all work in this scope and below. It still has to be closed. */
  cancel(): void {
    this.#supervisor.cancel();
  }

  /** Closes the scope. Calling it again gives the same report. Never rejects. */
  close(): Promise<ScopeCloseReport> {
    return this.#supervisor.close(this.policy.timeoutMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** A reference that keeps nothing alive. */
  handle(): CapabilityScopeHandle<CapabilityScope<K>> {
    return new CapabilityScopeHandle(this);
  }

  #checkLease(lease: RetainedUseGeneration | null): void {
    const expected = this.useGeneration;
    if (expected === null) {
      if (lease === null) return;
      throw new CapabilityScopeError({ code: 'unexpected-use-generation-lease', scopeId: this.id });
    }
    if (lease === null) {
      throw new CapabilityScopeError({ code: 'missing-use-generation-lease', scopeId: this.id });
    }
    const mismatch = expected.mismatch(lease.useGeneration);
    if (mismatch !== null) {
      throw new CapabilityScopeError({ code: 'use-generation-lease-mismatch', ...mismatch });
    }
  }

  #open<C extends ScopeKind>(
    kind: C,
    localId: string,
    { ceiling = this.ceiling }: ChildScopeOptions,
    lease: RetainedUseGeneration | null,
  ): CapabilityScope<C> {
    this.#supervisor.requireActive();
    if (ceiling !== this.ceiling) ceiling.assertWithin(this.ceiling);
    const parent = this.#supervisor;
    const { clock, policy } = parent;
    const supervisor = new ScopeSupervisor({
      id: childScopeId(this.id, kind, localId),
      clock,
      policy,
      lease,
      parent,
    });
    return new CapabilityScope(kind, this.set, ceiling, supervisor);
  }
}

/** The root: all that belongs to one admission. */
export type SessionCapabilityScope = CapabilityScope<'session'>;
/** One run of an agent. */
export type RunCapabilityScope = CapabilityScope<'run'>;
/** One turn of a conversation. */
export type TurnCapabilityScope = CapabilityScope<'turn'>;
/** Work delegated by a run or a turn. */
export type SubtaskCapabilityScope = CapabilityScope<'subtask'>;
