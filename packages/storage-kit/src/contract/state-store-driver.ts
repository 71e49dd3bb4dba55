import type { AbortOptions } from './abort-options.js';
import type { Clock } from './clock.js';
import type { StateStoreBackend } from './state-store-backend.js';

/** What a store is given by whoever connects it. */
export interface StateStoreEnvironment extends AbortOptions {
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1, for the pauses between attempts. */
  readonly random?: (() => number) | undefined;
}

/** A backend of another entry of this package, or of your own, ready to be connected. */
export interface StateStoreDriver extends StateStoreEnvironment {
  /** Its name, for messages. */
  readonly backend: string;
  /** Opens it. Aborting the signal meanwhile rejects with its reason and leaves nothing open. */
  open(options: AbortOptions & { readonly clock: Clock }): Promise<StateStoreBackend>;
}
