import { StateStoreError } from '../errors/state-store-error.js';
import { maxSqliteStoreBytes } from '../limits.js';

/** What every store in SQLite is told, wherever it is kept. */
export interface SqliteOptions {
  readonly maxBytes: number;
  readonly durability?: 'fsync' | 'os' | undefined;
  readonly wasmBinary?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** @throws StateStoreError `invalid-request` */
export function checkSqliteOptions({ maxBytes, durability = 'fsync', wasmBinary }: SqliteOptions): void {
  if (durability !== 'fsync' && durability !== 'os') {
    throw refusedOption(`durability ${JSON.stringify(durability)}`, "it is 'fsync' or 'os'");
  }
  if (maxBytes > maxSqliteStoreBytes) {
    throw refusedOption(
      `maxBytes ${maxBytes}`,
      `SQLite in memory holds at most ${maxSqliteStoreBytes} bytes; the backends sqlite-file and postgres go further`,
    );
  }
  if (wasmBinary !== undefined && !(wasmBinary instanceof Uint8Array)) {
    throw refusedOption('wasmBinary', 'it is the content of sql-wasm.wasm as a Uint8Array');
  }
}

export function refusedOption(what: string, rule: string): StateStoreError {
  return new StateStoreError('invalid-request', `The ${what} is refused: ${rule}`);
}
