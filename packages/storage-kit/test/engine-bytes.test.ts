import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { StateStore, stateKey } from '../src/index.js';

// sql.js has one engine in each process, so these bytes need a file of tests of their own.
test('a store runs on the bytes of the engine that it was given', async () => {
  const file = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  const wasmBinary = await readFile(file);
  await using store = await StateStore.connect({ backend: 'sqlite', location: ':memory:', wasmBinary });
  const key = stateKey('test', 'a');
  await store.transact((transaction) => transaction.put({ key, value: 'kept' }));
  expect((await store.load(key))?.record.value).toBe('kept');
});
