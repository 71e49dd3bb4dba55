import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import type { CatalogStamp } from '../catalog/catalog-stamp.js';

/** What a run or a handle keeps in place until it is closed. */
interface Kept {
  readonly pin: CapabilityProjectionLease;
  /** Released together with the pin. */
  readonly servers?: Disposable;
}

/**
 * Lifts the pins of runs and handles that were lost without having been closed, once they are collected as garbage. It
 * watches those alone, and not each pin: that would make a pin ten times as dear.
 */
export class ForgottenPins {
  readonly #registry: FinalizationRegistry<Kept>;

  constructor(onForgotten: (stamp: CatalogStamp) => void) {
    this.#registry = new FinalizationRegistry(({ pin, servers }) => {
      if (pin.isReleased) return;
      onForgotten(pin.stamp);
      servers?.[Symbol.dispose]();
      pin.release();
    });
  }

  /** @returns the holder, which nothing of `kept` may refer to */
  watch<Holder extends object>(holder: Holder, { pin, servers }: Kept): Holder {
    this.#registry.register(holder, servers === undefined ? { pin } : { pin, servers });
    return holder;
  }
}
