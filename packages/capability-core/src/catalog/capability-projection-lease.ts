import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import type { CapabilityProjection } from './capability-projection.js';
import type { CatalogGeneration } from './catalog-generation.js';
import type { CatalogStamp } from './catalog-stamp.js';

/**
 * Holds one generation in place: while it is held, none of that generation's effects is closed. Release it when the
 * work is done; nobody else does.
 */
export class CapabilityProjectionLease {
  readonly stamp: CatalogStamp;
  readonly projection: CapabilityProjection;
  /** Gives leases on the packages behind the generation; null when there are none. */
  readonly leaseProvider: UseGenerationLeaseProvider | null;
  #generation: CatalogGeneration | null;

  constructor(generation: CatalogGeneration) {
    generation.pin();
    this.stamp = generation.stamp;
    this.projection = generation.projection;
    this.leaseProvider = generation.leaseProvider;
    this.#generation = generation;
  }

  get isReleased(): boolean {
    return this.#generation === null;
  }

  /** Lets go. Releasing twice is harmless. */
  release(): void {
    const generation = this.#generation;
    if (generation === null) return;
    this.#generation = null;
    generation.unpin();
  }

  [Symbol.dispose](): void {
    this.release();
  }
}
