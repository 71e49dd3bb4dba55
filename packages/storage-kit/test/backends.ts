import { StateStore } from '../src/index.js';
import { sqliteFileStore } from '../src/sqlite-file/index.js';
import { Shelf } from './shelf.js';
import { temporaryLocation } from './temporary-folder.js';

/** A fresh store of each backend, by its name in test reports. */
export const backends = {
  memory: () => StateStore.connect({ backend: 'memory' }),
  'sqlite in memory': () => StateStore.connect({ backend: 'sqlite', location: ':memory:' }),
  'sqlite on a file': async () =>
    StateStore.connect({ backend: 'sqlite', location: await temporaryLocation() }),
  'sqlite over a persistence': () =>
    StateStore.connect({ backend: 'sqlite', persistence: new Shelf().persistence() }),
  'sqlite working on the file': async () =>
    StateStore.connect(sqliteFileStore({ location: await temporaryLocation() })),
} as const satisfies Record<string, () => Promise<StateStore>>;
