import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { RetainedUseGeneration, UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { UseGenerationLeaseError } from '../lease/use-generation-lease-error.js';

/** Leases on one snapshot's packages, counted: while one is held, the folders must stay as they are. */
export class GenerationLeases implements UseGenerationLeaseProvider {
  readonly useGeneration: UseCapabilityGeneration;
  readonly #hold: () => () => void;
  #held = 0;

  /** @param hold - Called for each lease; it may throw, and its result is called when the lease is released. */
  constructor(useGeneration: UseCapabilityGeneration, hold: () => () => void = () => () => undefined) {
    this.useGeneration = useGeneration;
    this.#hold = hold;
  }

  /** Leases that are not released yet. */
  get held(): number {
    return this.#held;
  }

  /** @throws {UseGenerationLeaseError} when `signal` is aborted already, or when the packages are not kept any more */
  async acquire({ signal }: { readonly signal: AbortSignal }): Promise<RetainedUseGeneration> {
    if (signal.aborted) throw new UseGenerationLeaseError('the lease is no longer wanted');
    const letGo = this.#hold();
    this.#held += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#held -= 1;
      letGo();
    };
    return Object.freeze({ useGeneration: this.useGeneration, release });
  }
}
