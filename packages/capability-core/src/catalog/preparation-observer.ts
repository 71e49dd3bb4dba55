import type { CapabilityId } from '../identity/capability-id.js';
import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';

/** Told of each step of a preparation, synchronously. Its functions must not throw. */
export interface PreparationObserver {
  preparing?(capability: CapabilityId): void;
  prepared?(
    capability: CapabilityId,
    details: { readonly effects: number; readonly durationMs: number },
  ): void;
  /** Also told of adapters that were aborted, and (code `abandoned`) of those that did not let go in time. */
  failed?(
    capability: CapabilityId,
    details: { readonly code: string; readonly message: string; readonly durationMs: number },
  ): void;
  /** A capability that was prepared and will not be published, in the order in which it is undone. */
  rolledBack?(capability: CapabilityId): void;
  /** An abandoned adapter returned after all; its effects were closed at once. */
  lateEffect?(capability: CapabilityId, report: CapabilityCleanupReport): void;
}
