import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { CapabilityEffectError } from '../lifecycle/capability-effect-error.js';

/** An effect that cannot be closed. */
export class FailingEffect implements CapabilityEffect {
  readonly name: string;
  readonly #message: string;

  constructor(name = 'test.failing-effect', message = 'deterministic close failure') {
    this.name = name;
    this.#message = message;
  }

  close(): never {
    throw new CapabilityEffectError(this.#message);
  }
}
