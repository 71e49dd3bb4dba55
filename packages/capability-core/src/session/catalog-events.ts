import type { CapabilityCommitReceipt } from '../catalog/capability-commit-receipt.js';
import type { CatalogObserver, CleanupReason } from '../catalog/catalog-observer.js';
import type { CatalogStamp } from '../catalog/catalog-stamp.js';
import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { GenerationStamp, SessionEvent } from './session-event.js';

/** The batch that is being committed; a catalog tells of a publication without knowing whose it is. */
export interface Publication {
  readonly batchId: string;
  readonly useGeneration: UseCapabilityGeneration | null;
}

/** Tells what a catalog does as session events. */
export class CatalogEvents implements CatalogObserver {
  readonly #emit: (event: SessionEvent) => void;
  #publication: Publication | null = null;

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit;
  }

  /** Runs a commit whose events belong to `publication`. */
  during<T>(publication: Publication, commit: () => T): T {
    this.#publication = publication;
    try {
      return commit();
    } finally {
      this.#publication = null;
    }
  }

  generationPublished(receipt: CapabilityCommitReceipt): void {
    if (this.#publication === null) {
      return;
    }
    const { batchId, useGeneration } = this.#publication;
    const [previous, stamp] = [stampOf(receipt.previous), stampOf(receipt.committed)];
    this.#emit({ type: 'batch-committed', batchId, receipt: { previous, committed: stamp } });
    this.#emit({
      type: 'generation-published',
      stamp,
      previous,
      useGeneration: useGeneration?.toJSON() ?? null,
    });
  }

  generationRetired(stamp: CatalogStamp, { effects }: { readonly effects: number }): void {
    this.#emit({ type: 'generation-retired', stamp: stampOf(stamp), effects });
  }

  cleanupQueued(batch: {
    readonly reason: CleanupReason;
    readonly stamp: CatalogStamp | null;
    readonly effects: number;
  }): void {
    const { reason, stamp, effects } = batch;
    this.#emit({ type: 'cleanup-queued', reason, generation: stamp?.generation ?? null, effects });
  }
}

/** A stamp as plain data. */
export function stampOf({ generation, digest }: CatalogStamp): GenerationStamp {
  return { generation, digest };
}
