import initSqlJs from 'sql.js';
import { StateStoreError } from '../errors/state-store-error.js';

export type SqliteEngine = Awaited<ReturnType<typeof initSqlJs>>;
export type SqliteDatabase = InstanceType<SqliteEngine['Database']>;
export type SqliteStatement = ReturnType<SqliteDatabase['prepare']>;

/** sql.js keeps one engine per process, so the first caller's bytes count. @throws StateStoreError `io` */
export async function loadEngine(wasmBinary: Uint8Array | undefined): Promise<SqliteEngine> {
  try {
    return await initSqlJs(wasmBinary === undefined ? {} : { wasmBinary: exactBuffer(wasmBinary) });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateStoreError(
      'io',
      `The engine of sql.js could not be loaded: ${reason}. Lay sql-wasm.wasm beside the bundle, or pass its bytes as wasmBinary`,
      { file: 'sql-wasm.wasm', cause },
    );
  }
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
