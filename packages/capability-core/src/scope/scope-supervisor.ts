import type { RetainedUseGeneration } from '../lease/use-generation-lease.js';
import { onAbort } from '../lifecycle/abort.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import type { Clock } from '../lifecycle/clock.js';
import { CloseFailureList } from '../lifecycle/close-failure.js';
import { RunOnce } from '../lifecycle/run-once.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { settle } from '../lifecycle/settle-within.js';
import { MAX_SCOPE_CHILDREN, MAX_SCOPE_EFFECTS, MAX_SCOPE_TASKS } from './limits.js';
import { closeContents } from './scope-close.js';
import { requireLifecycleName } from './scope-name.js';
import { type ScopeTask, SupervisedTask } from './scope-task.js';

/** What a supervisor needs from its scope. */
export interface ScopeSupervisorOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly policy: ScopeClosePolicy;
  readonly lease: RetainedUseGeneration | null;
  readonly parent: ScopeSupervisor | null;
  /** A signal outside of the tree of scopes that cancels this one cooperatively. */
  readonly signal?: AbortSignal;
}

/** Owns what lives in one scope: tasks, child scopes, effects, and the lease of a run. */
export class ScopeSupervisor {
  readonly id: string;
  readonly policy: ScopeClosePolicy;
  readonly #clock: Clock;
  readonly #parent: ScopeSupervisor | null;
  readonly #abort = new AbortController();
  readonly #unfollow: () => void;
  readonly #tasks: SupervisedTask[] = [];
  readonly #effects: CapabilityEffect[] = [];
  readonly #children = new Map<string, ScopeSupervisor>();
  readonly #lease: RetainedUseGeneration | null;
  readonly #failures = new CloseFailureList();
  readonly #closing = new RunOnce<ScopeCloseReport>();

  constructor(options: ScopeSupervisorOptions) {
    this.id = options.id;
    this.policy = options.policy;
    this.#clock = options.clock;
    this.#parent = options.parent;
    this.#lease = options.lease;
    options.parent?.addChild(this);
    const { signal } = options;
    this.#unfollow =
      signal === undefined ? () => undefined : onAbort(signal, () => this.abort(signal.reason));
  }

  get clock(): Clock {
    return this.#clock;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isActive(): boolean {
    return !this.#closing.started && !this.signal.aborted;
  }

  /** @throws CapabilityScopeError `scope-inactive` */
  requireActive(): void {
    if (!this.isActive) throw new CapabilityScopeError({ code: 'scope-inactive', scopeId: this.id });
  }

  addEffect(effect: CapabilityEffect): void {
    requireLifecycleName(effect.name);
    this.#requireOpen();
    requireRoom(this.#effects.length, 'scope_effects', MAX_SCOPE_EFFECTS);
    this.#effects.push(effect);
  }

  spawn(name: string, run: (options: { readonly signal: AbortSignal }) => Promise<void>): ScopeTask {
    requireLifecycleName(name);
    this.#requireOpen();
    requireRoom(this.#tasks.length, 'scope_tasks', MAX_SCOPE_TASKS);
    const task = new SupervisedTask(this.#tasks.length + 1, name, run, this.signal);
    this.#tasks.push(task);
    return task;
  }

  addChild(child: ScopeSupervisor): void {
    this.#requireOpen();
    if (this.#children.has(child.id)) {
      throw new CapabilityScopeError({ code: 'duplicate-child-scope', scopeId: child.id });
    }
    requireRoom(this.#children.size, 'child_scopes', MAX_SCOPE_CHILDREN);
    this.#children.set(child.id, child);
  }

  /** Gives back a lease that no run will own. Should that fail, the close report of this scope says so. */
  refuseLease(lease: RetainedUseGeneration): void {
    void settle(() => lease.release()).then((released) => {
      if (released.outcome !== 'rejected') return;
      this.#failures.failed({ scope: this.id, name: 'use-generation', kind: 'lease' }, released.error);
    });
  }

  /** Asks everything in this scope and below to end. */
  abort(reason?: unknown): void {
    this.#abort.abort(reason);
    for (const child of this.#children.values()) child.abort(reason);
  }

  /** Ends everything in this scope and below: tasks that still run count as cancelled, however they end. */
  cancel(): void {
    for (const task of this.#tasks) task.cancel();
    this.abort();
    for (const child of this.#children.values()) child.cancel();
  }

  /** Closes within `timeoutMs`. Only the first call decides the time; all get the same report. Never rejects. */
  close(timeoutMs: number): Promise<ScopeCloseReport> {
    return this.#closing.run(() => this.#drive(timeoutMs));
  }

  async #drive(timeoutMs: number): Promise<ScopeCloseReport> {
    this.#unfollow();
    this.abort();
    const report = await closeContents(
      {
        id: this.id,
        clock: this.#clock,
        tasks: this.#tasks,
        children: [...this.#children.values()],
        effects: this.#effects,
        lease: this.#lease,
        failures: this.#failures,
      },
      timeoutMs,
    );
    this.#parent?.childClosed(this);
    return report;
  }

  /** Forgets a child that closed by itself; a scope that is closing counts its children instead. */
  childClosed(child: ScopeSupervisor): void {
    if (!this.#closing.started) this.#children.delete(child.id);
  }

  #requireOpen(): void {
    if (!this.isActive) throw new CapabilityScopeError({ code: 'supervisor-closed', scopeId: this.id });
  }
}

function requireRoom(size: number, field: string, max: number): void {
  if (size >= max) throw new CapabilityScopeError({ code: 'bound-exceeded', field, max });
}
