import type { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { RetainedUseGeneration, UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { UseGenerationLeaseError } from '../lease/use-generation-lease-error.js';
import type { Semaphore } from './semaphore.js';

/** How a {@link LeaseProviderDouble} misbehaves. */
export interface LeaseProviderDoubleOptions {
  /** Leases are on this generation instead of the provider's own. */
  readonly returned?: UseCapabilityGeneration;
  /** Every acquisition fails with this message. */
  readonly failure?: string;
  /** Each acquisition takes a permit first, whatever its signal says. */
  readonly hold?: Semaphore;
}

/** A lease provider that counts. */
export class LeaseProviderDouble implements UseGenerationLeaseProvider {
  readonly useGeneration: UseCapabilityGeneration;
  readonly #options: LeaseProviderDoubleOptions;
  #acquired = 0;
  #released = 0;

  constructor(useGeneration: UseCapabilityGeneration, options: LeaseProviderDoubleOptions = {}) {
    this.useGeneration = useGeneration;
    this.#options = options;
  }

  get acquired(): number {
    return this.#acquired;
  }

  get released(): number {
    return this.#released;
  }

  async acquire({ signal }: { readonly signal: AbortSignal }): Promise<RetainedUseGeneration> {
    const { failure, hold, returned } = this.#options;
    if (failure !== undefined) {
      throw new UseGenerationLeaseError(failure);
    }
    if (hold === undefined) {
      signal.throwIfAborted();
    } else {
      await hold.acquire();
    }
    this.#acquired += 1;
    return {
      useGeneration: returned ?? this.useGeneration,
      release: () => {
        this.#released += 1;
      },
    };
  }
}
