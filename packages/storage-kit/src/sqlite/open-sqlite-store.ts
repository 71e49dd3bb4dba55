import type { Clock } from '../contract/clock.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { maxSqliteStoreBytes } from '../limits.js';
import { SnapshotStore } from '../transaction/snapshot-store.js';
import { acquireLock } from './file-lock.js';
import { recoverStore } from './recover-store.js';
import { createDatabase } from './snapshot-schema.js';
import { loadEngine, type SqliteEngine } from './sqlite-engine.js';
import { SqliteLog } from './sqlite-log.js';
import { SqliteTable } from './sqlite-table.js';
import { storePaths } from './store-paths.js';
import { type SqliteStoreSurroundings, systemSurroundings } from './system-surroundings.js';

export interface SqliteStoreOptions {
  /** A file in a folder that exists, or `:memory:`. */
  readonly location: string;
  readonly durability?: 'fsync' | 'os' | undefined;
  readonly maxBytes: number;
  readonly wasmBinary?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function openSqliteStore(
  options: SqliteStoreOptions,
  clock: Clock,
  surroundings: SqliteStoreSurroundings = systemSurroundings,
): Promise<SnapshotStore> {
  checkOptions(options);
  const engine = await loadEngine(options.wasmBinary);
  options.signal?.throwIfAborted();
  if (options.location !== ':memory:') return openOnFile(options, clock, engine, surroundings);
  const table = new SqliteTable(createDatabase(engine));
  return new SnapshotStore({ table, maxBytes: options.maxBytes, clock });
}

async function openOnFile(
  { location, durability = 'fsync', maxBytes, signal }: SqliteStoreOptions,
  clock: Clock,
  engine: SqliteEngine,
  { files, processes, checkpointBytes }: SqliteStoreSurroundings,
): Promise<SnapshotStore> {
  const paths = await storePaths(location, files);
  const lock = await acquireLock(paths.lock, { files, processes });
  try {
    const recovered = await recoverStore({ files, paths, engine, signal });
    const log = new SqliteLog({ files, paths, lock, durability, checkpointBytes, ...recovered });
    return new SnapshotStore({ table: recovered.table, log, maxBytes, clock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function checkOptions({ location, durability = 'fsync', maxBytes, wasmBinary }: SqliteStoreOptions): void {
  if (typeof location !== 'string' || location === '' || location.includes('\0')) {
    throw invalid(`location ${JSON.stringify(location)}`, "it is the path of a file, or ':memory:'");
  }
  if (durability !== 'fsync' && durability !== 'os') {
    throw invalid(`durability ${JSON.stringify(durability)}`, "it is 'fsync' or 'os'");
  }
  if (maxBytes > maxSqliteStoreBytes) {
    throw invalid(`maxBytes ${maxBytes}`, `SQLite in memory holds at most ${maxSqliteStoreBytes} bytes`);
  }
  if (wasmBinary !== undefined && !(wasmBinary instanceof Uint8Array)) {
    throw invalid('wasmBinary', 'it is the content of sql-wasm.wasm as a Uint8Array');
  }
}

function invalid(what: string, rule: string): StateStoreError {
  return new StateStoreError('invalid-request', `The ${what} is refused: ${rule}`);
}
