import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { StateStore } from '../src/index.js';
import { temporaryLocation } from './temporary-folder.js';

test('bytes that are no program are refused as io, with nothing left behind, and the next opening may bring better ones', async () => {
  const location = await temporaryLocation();
  const wasmBinary = new TextEncoder().encode('no engine');
  const refusal = StateStore.connect({ backend: 'sqlite', location, wasmBinary });
  await expect(refusal).rejects.toMatchObject({
    code: 'io',
    file: 'sql-wasm.wasm',
    message: expect.stringContaining('pass its bytes as wasmBinary'),
  });
  expect(await readdir(dirname(location))).toEqual([]);
  await using store = await StateStore.connect({ backend: 'sqlite', location });
  expect(await store.stats()).toMatchObject({ revision: 0 });
});
