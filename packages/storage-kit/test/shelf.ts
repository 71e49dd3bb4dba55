import { StateStoreError } from '../src/errors/state-store-error.js';
import type { SqlitePersistence } from '../src/index.js';

/** A place that outlives its stores, for as long as the test; each persistence of it is one store's. */
export class Shelf {
  snapshot: Uint8Array | undefined;
  entries: Uint8Array[] = [];
  /** Called before each step; throw to make it fail. */
  beforeStep: (step: 'open' | 'append' | 'replace' | 'close') => void = () => undefined;
  taken = false;

  persistence(): SqlitePersistence {
    return {
      name: 'the shelf',
      open: async () => {
        this.beforeStep('open');
        if (this.taken) throw new StateStoreError('locked', 'The shelf is in use');
        this.taken = true;
        return { snapshot: this.snapshot, entries: [...this.entries] };
      },
      append: async (entry) => {
        this.beforeStep('append');
        this.entries.push(entry.slice());
      },
      replace: async (snapshot) => {
        this.beforeStep('replace');
        this.snapshot = snapshot.slice();
        this.entries = [];
      },
      close: async () => {
        this.beforeStep('close');
        this.taken = false;
      },
    };
  }
}
