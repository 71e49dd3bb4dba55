import fc from 'fast-check';
import { describe, test } from 'vitest';
import { StateStore } from '../src/index.js';
import { serializability } from './serializability-model.js';

describe.each([
  ['memory', { backend: 'memory' }],
  ['sqlite', { backend: 'sqlite', location: ':memory:' }],
] as const)('%s', (_name, config) => {
  test('any interleaving answers as the model does, conflicts exactly when it must, and is serializable', async () => {
    await fc.assert(
      serializability(() => StateStore.connect(config)),
      { numRuns: 300 },
    );
  });
});
