import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import type { CapabilityProjection } from './capability-projection.js';
import type { CatalogStamp } from './catalog-stamp.js';

/** What is told when a generation can no longer be reached, with the effects that it leaves. */
export type OnRetired = (stamp: CatalogStamp, effects: readonly CapabilityEffect[]) => void;

/** One published generation: its projection, and how many still use it. */
export class CatalogGeneration {
  readonly projection: CapabilityProjection;
  readonly leaseProvider: UseGenerationLeaseProvider | null;
  readonly #onRetired: OnRetired;
  #effects: readonly CapabilityEffect[];
  #pins = 0;
  #superseded = false;

  constructor(
    projection: CapabilityProjection,
    leaseProvider: UseGenerationLeaseProvider | null,
    effects: readonly CapabilityEffect[],
    onRetired: OnRetired,
  ) {
    this.projection = projection;
    this.leaseProvider = leaseProvider;
    this.#effects = effects;
    this.#onRetired = onRetired;
  }

  get stamp(): CatalogStamp {
    return this.projection.stamp;
  }

  pin(): void {
    this.#pins += 1;
  }

  unpin(): void {
    this.#pins -= 1;
    this.#retireWhenUnreachable();
  }

  /** Another generation is current from now on. */
  supersede(): void {
    this.#superseded = true;
    this.#retireWhenUnreachable();
  }

  /** Takes the effects away, pinned or not: whoever takes them closes them. */
  takeEffects(): readonly CapabilityEffect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #retireWhenUnreachable(): void {
    if (this.#superseded && this.#pins === 0) this.#onRetired(this.stamp, this.takeEffects());
  }
}
