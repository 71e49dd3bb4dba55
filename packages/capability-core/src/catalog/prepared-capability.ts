import type { CapabilityValue } from '../kinds/value.js';
import { CapabilityAdapterError } from '../lifecycle/capability-adapter-error.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { MAX_TRANSACTION_EFFECTS } from './limits.js';

/** What an adapter returns: a value that is ready, and what must be closed when nobody uses it any more. */
export class PreparedCapability {
  readonly value: CapabilityValue;
  readonly #effects: CapabilityEffect[] = [];
  #taken = false;

  constructor(value: CapabilityValue) {
    this.value = value;
  }

  /** Number of effects that it still owns. */
  get effectCount(): number {
    return this.#effects.length;
  }

  /**
   * Adds an effect. They are closed in the reverse of the order in which they were added.
   *
   * @throws CapabilityAdapterError when it holds 4,096 already, was handed over before, or what is added cannot be
   * closed: that would be found out only when it is too late to say whose it is
   */
  pushEffect(effect: CapabilityEffect): this {
    if (typeof effect?.name !== 'string' || typeof effect.close !== 'function') {
      throw new CapabilityAdapterError('what was pushed is no effect: it needs a name and a close function');
    }
    if (this.#taken) throw new CapabilityAdapterError('the prepared capability was handed over already');
    if (this.#effects.length === MAX_TRANSACTION_EFFECTS) {
      throw new CapabilityAdapterError(`a capability may hold at most ${MAX_TRANSACTION_EFFECTS} effects`);
    }
    this.#effects.push(effect);
    return this;
  }

  /**
   * Hands the effects to a new owner; afterwards nothing can be added.
   *
   * @throws CapabilityAdapterError when they have an owner already
   */
  takeEffects(): readonly CapabilityEffect[] {
    if (this.#taken) throw new CapabilityAdapterError('one prepared capability was returned by two adapters');
    this.#taken = true;
    return this.#effects.splice(0);
  }
}
