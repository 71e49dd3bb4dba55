import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { PreparedCapability } from '../catalog/prepared-capability.js';
import type { CapabilityValue } from '../kinds/value.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';

/** An adapter that is ready at once. */
export class ReadyAdapter implements CapabilityProjectionAdapter {
  readonly #value: CapabilityValue;
  readonly #effects: readonly CapabilityEffect[];

  constructor(value: CapabilityValue, ...effects: readonly CapabilityEffect[]) {
    this.#value = value;
    this.#effects = effects;
  }

  async prepare(): Promise<PreparedCapability> {
    const prepared = new PreparedCapability(this.#value);
    for (const effect of this.#effects) {
      prepared.pushEffect(effect);
    }
    return prepared;
  }
}
