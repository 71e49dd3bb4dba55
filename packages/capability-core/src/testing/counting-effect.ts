import type { CapabilityEffect } from '../lifecycle/capability-effect.js';

/** An effect that counts how often it was closed. */
export class CountingEffect implements CapabilityEffect {
  readonly name: string;
  #closed = 0;

  constructor(name = 'test.counting-effect') {
    this.name = name;
  }

  /** Once is right. */
  get closed(): number {
    return this.#closed;
  }

  close(): void {
    this.#closed += 1;
  }
}
