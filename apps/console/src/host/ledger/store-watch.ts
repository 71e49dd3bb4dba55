import type { Clock } from '@changeover/capability-core';
import type { StoreHealth } from '../../protocol/health.js';
import { STORE_HEALTH_INTERVAL_MS } from '../limits.js';
import type { ConsoleStore } from '../store/open-console-store.js';
import { readStoreHealth } from '../store/read-store-health.js';

/** Tells pages how the store is, a while after it was written to and at once when it failed. */
export class StoreWatch {
  readonly #opened: ConsoleStore;
  readonly #clock: Clock;
  readonly #publish: (store: StoreHealth) => void;
  #undoTimer: (() => void) | null = null;
  #last: StoreHealth;
  #isWritable = true;

  constructor(opened: ConsoleStore, clock: Clock, first: StoreHealth, publish: (store: StoreHealth) => void) {
    this.#opened = opened;
    this.#clock = clock;
    this.#last = first;
    this.#publish = publish;
  }

  written(): void {
    this.#undoTimer ??= this.#clock.setTimer(STORE_HEALTH_INTERVAL_MS, () => void this.#look());
  }

  failed(): void {
    this.#isWritable = false;
    this.#tell(this.#last);
  }

  stop(): void {
    this.#undoTimer?.();
    this.#undoTimer = () => undefined;
  }

  async #look(): Promise<void> {
    try {
      this.#tell(await readStoreHealth(this.#opened));
      this.#undoTimer = null;
    } catch {
      // A store that was closed meanwhile has nothing more to tell.
    }
  }

  #tell(health: StoreHealth): void {
    this.#last = { ...health, writable: health.writable && this.#isWritable };
    this.#publish(this.#last);
  }
}
