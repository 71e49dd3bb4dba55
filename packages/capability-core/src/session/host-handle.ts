import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import type { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import type { CapabilityId } from '../identity/capability-id.js';
import type { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import { RunOnce } from '../lifecycle/run-once.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import type { AdmittedScope } from './admitted-scope.js';

/** What an admission hands to its handle. */
export interface HandleParts extends AdmittedScope {
  readonly id: string;
  readonly descriptor: CapabilityDescriptor;
  readonly pin: CapabilityProjectionLease;
  readonly onClosed: (report: ScopeCloseReport) => void;
}

/**
 * A host's hold on one published capability: whatever is published later, it keeps the generation at which it was
 * taken, and a lease on the packages behind it, until it is closed. Closing the session cancels it; closing it is
 * still its owner's.
 */
export abstract class HostHandle {
  readonly id: string;
  readonly publicName: string;
  readonly catalogGeneration: CodeCatalogGeneration;
  /** `null` when the generation comes from no packages. */
  readonly useGeneration: UseCapabilityGeneration | null;
  readonly dependencies: readonly CapabilityId[];
  readonly #parts: HandleParts;
  readonly #closing = new RunOnce<ScopeCloseReport>();

  constructor(parts: HandleParts) {
    const { descriptor, pin } = parts;
    this.id = parts.id;
    this.publicName = descriptor.publicName;
    this.catalogGeneration = pin.projection.set.generation;
    this.useGeneration = pin.projection.set.useGeneration;
    this.dependencies = descriptor.dependencies;
    this.#parts = parts;
  }

  /** Aborts when the handle is closed, or its session or its caller's signal is cancelled. */
  get signal(): AbortSignal {
    return this.#parts.runScope.signal;
  }

  get isCancelled(): boolean {
    return this.signal.aborted;
  }

  /** Gives lease and pin back. Later calls get the same report. Never rejects; the report says what was not clean. */
  close(): Promise<ScopeCloseReport> {
    return this.#closing.run(() => this.#close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<ScopeCloseReport> {
    const { sessionScope, abort, pin, onClosed } = this.#parts;
    const report = await sessionScope.close();
    abort[Symbol.dispose]();
    pin.release();
    onClosed(report);
    return report;
  }
}
