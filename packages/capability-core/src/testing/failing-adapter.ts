import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { CapabilityAdapterError } from '../lifecycle/capability-adapter-error.js';

/** An adapter that never becomes ready. */
export class FailingAdapter implements CapabilityProjectionAdapter {
  readonly #message: string;

  constructor(message = 'deterministic adapter failure') {
    this.#message = message;
  }

  async prepare(): Promise<never> {
    throw new CapabilityAdapterError(this.#message);
  }
}
