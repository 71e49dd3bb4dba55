import fc from 'fast-check';
import { describe, test } from 'vitest';
import { StateStore } from '../src/index.js';
import { lanceStore } from '../src/lance/index.js';
import { sqliteFileStore } from '../src/sqlite-file/index.js';
import { jumpingClock } from './jumping-clock.js';
import { lanceFolder } from './lance/lance-folder.js';
import { serializability } from './serializability-model.js';
import { temporaryLocation } from './temporary-folder.js';

const clock = jumpingClock();

describe.each([
  ['memory', 300, () => StateStore.connect({ backend: 'memory', clock })],
  ['sqlite', 300, () => StateStore.connect({ backend: 'sqlite', location: ':memory:', clock })],
  [
    'sqlite-file',
    25,
    async () => StateStore.connect({ ...sqliteFileStore({ location: await temporaryLocation() }), clock }),
  ],
  ['lance', 6, async () => StateStore.connect({ ...lanceStore({ location: await lanceFolder() }), clock })],
] as const)('%s', (_name, numRuns, open) => {
  test('any interleaving answers as the model does, conflicts exactly when it must, and is serializable, however the clock jumps', async () => {
    await fc.assert(serializability(open), { numRuns });
  });
});
