import initSqlJs from 'sql.js';
import { StateStoreError } from '../errors/state-store-error.js';

export type SqliteEngine = Awaited<ReturnType<typeof initSqlJs>>;
export type SqliteDatabase = InstanceType<SqliteEngine['Database']>;
export type SqliteStatement = ReturnType<SqliteDatabase['prepare']>;

/** As far as it is used here: the library of types that has it is that of browsers. */
declare const WebAssembly: {
  compile(bytes: ArrayBuffer): Promise<object>;
  instantiate(program: object, imports: unknown): Promise<object>;
};

/** sql.js keeps one engine per process, so the first caller's bytes count. @throws StateStoreError `io` */
export async function loadEngine(wasmBinary: Uint8Array | undefined): Promise<SqliteEngine> {
  try {
    return await (wasmBinary === undefined ? initSqlJs() : engineOf(wasmBinary));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateStoreError(
      'io',
      `The engine of sql.js could not be loaded: ${reason}. Lay sql-wasm.wasm beside the bundle, or pass its bytes as wasmBinary`,
      { file: 'sql-wasm.wasm', cause },
    );
  }
}

/** sql.js, when it instantiates by itself, leaves a failure behind as an unhandled rejection that ends the process. */
async function engineOf(wasmBinary: Uint8Array): Promise<SqliteEngine> {
  const program = await WebAssembly.compile(exactBuffer(wasmBinary));
  const config: NonNullable<Parameters<typeof initSqlJs>[0]> = {
    instantiateWasm: (imports, succeed) => {
      WebAssembly.instantiate(program, imports).then(succeed, (error: unknown) => config.onAbort?.(error));
      return {};
    },
  };
  return initSqlJs(config);
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
