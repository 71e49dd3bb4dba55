import fc from 'fast-check';
import { describe, test } from 'vitest';
import { StateStore } from '../src/index.js';
import { sqliteFileStore } from '../src/sqlite-file/index.js';
import { openLance } from './lance/lance-folder.js';
import { serializability } from './serializability-model.js';
import { temporaryLocation } from './temporary-folder.js';

describe.each([
  ['memory', 300, () => StateStore.connect({ backend: 'memory' })],
  ['sqlite', 300, () => StateStore.connect({ backend: 'sqlite', location: ':memory:' })],
  [
    'sqlite-file',
    25,
    async () => StateStore.connect(sqliteFileStore({ location: await temporaryLocation() })),
  ],
  ['lance', 6, () => openLance()],
] as const)('%s', (_name, numRuns, open) => {
  test('any interleaving answers as the model does, conflicts exactly when it must, and is serializable', async () => {
    await fc.assert(serializability(open), { numRuns });
  });
});
