import { expect, test } from 'vitest';
import { StateStore } from '../src/index.js';

/** A WebAssembly program that imports a function, `x`.`y`, which sql.js does not have. */
const program = Uint8Array.from(
  [
    '0061736d01000000', // what each program begins with
    '010401600000', // the type of a function without parameters and results
    '020701017801790000', // its import
  ].flatMap((section) => [...Buffer.from(section, 'hex')]),
);

// An unhandled rejection would fail this file, as it would end a process.
test('a program that is not the engine is refused as io each time, and nothing else fails', async () => {
  const connect = () => StateStore.connect({ backend: 'sqlite', location: ':memory:', wasmBinary: program });
  await expect(connect()).rejects.toMatchObject({ code: 'io', file: 'sql-wasm.wasm' });
  await expect(connect()).rejects.toMatchObject({ code: 'io', file: 'sql-wasm.wasm' });
});
