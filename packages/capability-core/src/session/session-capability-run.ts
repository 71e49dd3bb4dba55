import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import type { CatalogStamp } from '../catalog/catalog-stamp.js';
import { CloseFailureList } from '../lifecycle/close-failure.js';
import { RunOnce } from '../lifecycle/run-once.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import type { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import type { AdmittedScope } from './admitted-scope.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { PinnedRegistry } from './pinned-registry.js';

/** What an admission hands to its run. */
export interface AdmittedParts extends AdmittedScope {
  readonly id: string;
  readonly pin: CapabilityProjectionLease;
  /** Keeps the servers open that the host had added. */
  readonly servers: Disposable;
  readonly registry: PinnedRegistry;
  readonly binding: RunCapabilityBinding;
  readonly onClosed: (report: ScopeCloseReport) => void;
}

/**
 * The capabilities of one run: a pin on a generation, a lease on the packages behind it, and a scope for what the
 * run opens. Closing gives the lease back; disposing gives the pin back.
 *
 * @example
 * const run = await session.admitCapabilityRun();
 * try {
 *   run.runScope.registerEffect(effect);
 * } finally {
 *   await run[Symbol.asyncDispose]();
 * }
 */
export class SessionCapabilityRun {
  readonly id: string;
  /** The generation that the run keeps. */
  readonly stamp: CatalogStamp;
  readonly binding: RunCapabilityBinding;
  readonly registry: PinnedRegistry;
  readonly runScope: CapabilityScope<'run'>;
  readonly #parts: AdmittedParts;
  readonly #turns: ScopeCloseReport[] = [];
  readonly #closing = new RunOnce<ScopeCloseReport>();
  #closed = false;

  constructor(parts: AdmittedParts) {
    this.id = parts.id;
    this.stamp = parts.pin.stamp;
    this.binding = parts.binding;
    this.registry = parts.registry;
    this.runScope = parts.runScope;
    this.#parts = parts;
  }

  /** Aborts when the run or its session is cancelled. */
  get signal(): AbortSignal {
    return this.#parts.abort.signal;
  }

  /** Aborts what the run does; it still has to be closed. */
  cancel(reason?: unknown): void {
    this.#parts.abort.abort(reason);
  }

  /** Lets a turn that closed uncleanly count in the run's own report. */
  noteUncleanTurn(report: ScopeCloseReport): void {
    this.#turns.push(report);
  }

  /**
   * Closes the run's scope and gives its lease back. Later calls get the same answer.
   *
   * @throws {CapabilityRuntimeError} `run-close-incomplete`; the lease is given back nevertheless
   */
  async close(): Promise<ScopeCloseReport> {
    const report = await this.closeReport();
    if (!report.clean) {
      throw runCloseIncomplete(report);
    }
    return report;
  }

  /** Closes like {@link close}, but gives an unclean report instead of throwing. */
  closeReport(): Promise<ScopeCloseReport> {
    return this.#closing.run(() => this.#close());
  }

  /** Gives the pin back; a run that is still open is cancelled and closed first. Twice is harmless. */
  [Symbol.dispose](): void {
    if (this.#closed) {
      this.#unpin();
      return;
    }
    this.cancel();
    void this[Symbol.asyncDispose]();
  }

  /** Closes, whatever comes of it, and gives the pin back. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeReport();
    this.#unpin();
  }

  #unpin(): void {
    this.#parts.pin.release();
    this.#parts.servers[Symbol.dispose]();
  }

  async #close(): Promise<ScopeCloseReport> {
    const report = withTurns(await this.#parts.sessionScope.close(), this.#turns);
    this.#parts.abort[Symbol.dispose]();
    this.#closed = true;
    this.#parts.onClosed(report);
    return report;
  }
}

function withTurns(report: ScopeCloseReport, turns: readonly ScopeCloseReport[]): ScopeCloseReport {
  if (turns.length === 0) {
    return report;
  }
  const failures = new CloseFailureList();
  for (const part of [...turns, report]) {
    failures.addAll(part);
  }
  return Object.freeze({
    ...report,
    childScopesClosed: report.childScopesClosed + turns.length,
    childScopesFailed: report.childScopesFailed + turns.length,
    clean: false,
    ...failures.finish(),
  });
}

/** The error of a run that was not closed cleanly. */
export function runCloseIncomplete(report: ScopeCloseReport): CapabilityRuntimeError {
  return new CapabilityRuntimeError({
    code: 'run-close-incomplete',
    tasksFailed: report.tasksFailed,
    tasksTimedOut: report.tasksTimedOut,
    childScopesFailed: report.childScopesFailed,
    childScopesTimedOut: report.childScopesTimedOut,
    effectsFailed: report.effectsFailed,
    effectsTimedOut: report.effectsTimedOut,
  });
}
