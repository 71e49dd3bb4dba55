import type { CapabilitySet } from '../identity/capability-set.js';
import type { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';

/** Which generation, with which content. */
export interface CatalogStamp {
  readonly generation: CodeCatalogGeneration;
  readonly digest: Sha256Digest;
}

/** The stamp of a set. */
export function stampOf({ generation, digest }: CapabilitySet): CatalogStamp {
  return Object.freeze({ generation, digest });
}

/** Whether both generation and digest are equal. */
export function stampsEqual(left: CatalogStamp, right: CatalogStamp): boolean {
  return left.generation === right.generation && left.digest === right.digest;
}
