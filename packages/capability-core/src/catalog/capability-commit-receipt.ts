import type { CatalogStamp } from './catalog-stamp.js';

/** Proof of one publication. */
export interface CapabilityCommitReceipt {
  readonly previous: CatalogStamp;
  readonly committed: CatalogStamp;
}
