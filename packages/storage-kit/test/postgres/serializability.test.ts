import fc from 'fast-check';
import { inject, test } from 'vitest';
import { StateStore } from '../../src/index.js';
import { postgresStore } from '../../src/postgres/index.js';
import { jumpingClock } from '../jumping-clock.js';
import { serializability } from '../serializability-model.js';
import { storeOptions } from './test-database.js';

const server = inject('postgres');

test('any interleaving answers as the model does, conflicts exactly when it must, and is serializable, however the clock jumps', async () => {
  await fc.assert(
    serializability(() =>
      StateStore.connect({ ...postgresStore(storeOptions({}, server)), clock: jumpingClock() }),
    ),
    { numRuns: 15 },
  );
});
