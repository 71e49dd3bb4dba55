import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import type { StateStoreBackend } from '../contract/state-store-backend.js';
import type { StateStoreDriver, StateStoreEnvironment } from '../contract/state-store-driver.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { openSqliteFile, systemFileStoreParts } from './open-sqlite-file.js';

/** Where and how a store in an SQLite file is kept. */
export interface SqliteFileStoreConfig extends StateStoreEnvironment {
  /** A file in a folder that exists. */
  readonly location: string;
  /** Bytes at which writes are refused with `store-full`; none by default. */
  readonly maxBytes?: number | undefined;
}

/**
 * A store in an SQLite file that is worked on in place, for more records than memory should hold. It needs
 * `node-sqlite3-wasm` beside this package. One process owns a file at a time. A resolved commit has survived the loss of
 * power; its sync blocks the event loop, as does each read that the disk has to answer.
 *
 * @example
 * ```ts
 * const store = await StateStore.connect(sqliteFileStore({ location: 'large.sqlite' }));
 * ```
 */
export function sqliteFileStore(config: SqliteFileStoreConfig): StateStoreDriver {
  const { location, maxBytes = Number.POSITIVE_INFINITY } = config;
  checkConfig(location, maxBytes);
  return {
    ...config,
    backend: 'sqlite-file',
    open: (options: AbortOptions & { readonly clock: Clock }): Promise<StateStoreBackend> =>
      openSqliteFile({ ...options, location, maxBytes }, systemFileStoreParts),
  };
}

function checkConfig(location: unknown, maxBytes: number): void {
  if (typeof location !== 'string' || location === '' || location.includes('\0') || location === ':memory:') {
    throw refused(`location ${JSON.stringify(location)}`, 'it is the path of a file');
  }
  const isCount = Number.isSafeInteger(maxBytes) || maxBytes === Number.POSITIVE_INFINITY;
  if (!isCount || maxBytes < 1) {
    throw refused(`byte cap of ${String(maxBytes)}`, 'maxBytes is a positive whole number of bytes');
  }
}

function refused(what: string, rule: string): StateStoreError {
  return new StateStoreError('invalid-request', `The ${what} is refused: ${rule}`);
}
