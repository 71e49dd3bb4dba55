import type { CapabilityCommitReceipt } from './capability-commit-receipt.js';
import type { CatalogStamp } from './catalog-stamp.js';

/** Why effects wait to be closed. */
export type CleanupReason = 'rollback' | 'retired';

/** Told of each change of a catalog, synchronously. Its functions must not throw. */
export interface CatalogObserver {
  generationPublished?(receipt: CapabilityCommitReceipt): void;
  /** Nobody can reach the generation any more; its effects, if any, are queued. */
  generationRetired?(stamp: CatalogStamp, details: { readonly effects: number }): void;
  cleanupQueued?(batch: {
    readonly reason: CleanupReason;
    /** The generation retired; null for effects that never belonged to one. */
    readonly stamp: CatalogStamp | null;
    readonly effects: number;
  }): void;
}
