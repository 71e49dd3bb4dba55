import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { RetainedUseGeneration, UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { UseGenerationLeaseError } from '../lease/use-generation-lease-error.js';

/** Leases on one snapshot's packages, counted: while one is held, the folders must stay as they are. */
export class GenerationLeases implements UseGenerationLeaseProvider {
  readonly useGeneration: UseCapabilityGeneration;
  #held = 0;

  constructor(useGeneration: UseCapabilityGeneration) {
    this.useGeneration = useGeneration;
  }

  /** Leases that are not released yet. */
  get held(): number {
    return this.#held;
  }

  /** @throws {UseGenerationLeaseError} when `signal` is aborted already */
  async acquire({ signal }: { readonly signal: AbortSignal }): Promise<RetainedUseGeneration> {
    if (signal.aborted) throw new UseGenerationLeaseError('the lease is no longer wanted');
    this.#held += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#held -= 1;
    };
    return Object.freeze({ useGeneration: this.useGeneration, release });
  }
}
