import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import type { PreparedCapability } from '../catalog/prepared-capability.js';
import type { CapabilityValue } from '../kinds/value.js';
import { CapabilityAdapterError } from '../lifecycle/capability-adapter-error.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { ReadyAdapter } from './ready-adapter.js';
import { Semaphore } from './semaphore.js';

/** What a {@link HeldAdapter} does when it is aborted. */
export type HeldAdapterManners = 'gives-up' | 'ignores-abort';

/** An adapter that waits until the test lets it finish. */
export class HeldAdapter implements CapabilityProjectionAdapter {
  /** Gives a permit when preparation has begun. */
  readonly entered = new Semaphore();
  readonly #ready: ReadyAdapter;
  readonly #manners: HeldAdapterManners;
  readonly #finish = new Semaphore();

  constructor(
    value: CapabilityValue,
    effects: readonly CapabilityEffect[] = [],
    manners: HeldAdapterManners = 'gives-up',
  ) {
    this.#ready = new ReadyAdapter(value, ...effects);
    this.#manners = manners;
  }

  /** Lets it become ready. */
  finish(): void {
    this.#finish.add();
  }

  async prepare({ signal }: { readonly signal: AbortSignal }): Promise<PreparedCapability> {
    this.entered.add();
    if (this.#manners === 'ignores-abort') {
      await this.#finish.acquire();
    } else {
      await Promise.race([this.#finish.acquire(), rejectOnAbort(signal)]);
    }
    return await this.#ready.prepare();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = (): void => reject(new CapabilityAdapterError('preparation cancelled'));
    if (signal.aborted) {
      giveUp();
    } else {
      signal.addEventListener('abort', giveUp, { once: true });
    }
  });
}
