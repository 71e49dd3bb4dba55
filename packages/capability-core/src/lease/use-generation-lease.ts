import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';

/** Keeps the files of one package generation in place until it is released. */
export interface RetainedUseGeneration {
  /** The generation that is kept; it is compared with the one a run needs. */
  readonly useGeneration: UseCapabilityGeneration;
  /** Called exactly once by the owner. */
  release(): void | Promise<void>;
}

/** Hands out leases on one package generation, one for each run. */
export interface UseGenerationLeaseProvider {
  readonly useGeneration: UseCapabilityGeneration;
  /**
   * Takes a lease. It may throw anything; that is wrapped in a `UseGenerationLeaseError`.
   *
   * @param options.signal - Aborted when the lease is no longer wanted. A lease given nevertheless is released.
   */
  acquire(options: { readonly signal: AbortSignal }): Promise<RetainedUseGeneration>;
}
