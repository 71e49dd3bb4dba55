import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import type { CatalogStamp } from '../catalog/catalog-stamp.js';
import type { AdmittedScope } from './admitted-scope.js';

/** What a run or a handle keeps in place. Nothing of it may refer to whoever has it. */
export interface Kept {
  readonly pin: CapabilityProjectionLease;
  /** Released together with the pin. */
  readonly servers?: Disposable;
  /** Taken away when it is closed: the reason of its abort remembers who closed it. */
  scope: AdmittedScope | null;
}

/**
 * Closes the scopes of runs and handles that were lost without having been closed, which gives their leases back, and
 * lifts their pins, once they are collected as garbage. It watches those alone, and not each pin: that would make a pin
 * ten times as dear.
 */
export class ForgottenPins {
  readonly #registry: FinalizationRegistry<Kept>;

  /** @param onForgotten - Told when all is given back. */
  constructor(onForgotten: (stamp: CatalogStamp) => void) {
    this.#registry = new FinalizationRegistry((kept) => {
      if (!kept.pin.isReleased) void giveBack(kept).then(() => onForgotten(kept.pin.stamp));
    });
  }

  /** @returns the holder */
  watch<Holder extends object>(holder: Holder, kept: Kept): Holder {
    this.#registry.register(holder, kept);
    return holder;
  }
}

/** Never rejects: what does not close well is left behind, as in any other close. */
async function giveBack({ pin, servers, scope }: Kept): Promise<void> {
  await scope?.sessionScope.close();
  scope?.abort[Symbol.dispose]();
  servers?.[Symbol.dispose]();
  pin.release();
}
