import type { Clock } from '../contract/clock.js';
import { acquireLock } from '../files/file-lock.js';
import { loadEngine } from '../sqlite/sqlite-engine.js';
import { checkSqliteOptions, refusedOption, type SqliteOptions } from '../sqlite/sqlite-options.js';
import { SnapshotStore } from '../transaction/snapshot-store.js';
import { JournalLog } from './journal-log.js';
import { recoverStore } from './recover-store.js';
import { storePaths } from './store-paths.js';
import { type FileStoreSurroundings, systemSurroundings } from './system-surroundings.js';

export interface FileStoreOptions extends SqliteOptions {
  /** A file in a folder that exists. */
  readonly location: string;
  readonly checkpointWorker?: string | URL | undefined;
}

/**
 * A store in SQLite on a file, with a journal beside it.
 *
 * @throws StateStoreError `invalid-request`, `locked`, `corrupt`, `unsupported-format`, `io`.
 */
export async function openOnFile(
  options: FileStoreOptions,
  clock: Clock,
  { files, processes, checkpointBytes, fold }: FileStoreSurroundings = systemSurroundings,
): Promise<SnapshotStore> {
  checkSqliteOptions(options);
  checkFileOptions(options);
  const { location, durability = 'fsync', maxBytes, wasmBinary, checkpointWorker, signal } = options;
  const engine = await loadEngine(wasmBinary);
  signal?.throwIfAborted();
  const paths = await storePaths(location, files);
  const lock = await acquireLock(paths.lock, { files, processes });
  try {
    const recovered = await recoverStore({ files, paths, engine, signal });
    const log = new JournalLog({
      files,
      paths,
      lock,
      durability,
      checkpointBytes,
      fold: (segments) => fold({ ...segments, files, paths, engine, wasmBinary, checkpointWorker }),
      ...recovered,
    });
    return new SnapshotStore({ table: recovered.table, log, maxBytes, clock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function checkFileOptions({ location, checkpointWorker }: FileStoreOptions): void {
  if (typeof location !== 'string' || location === '' || location.includes('\0')) {
    throw refusedOption(`location ${JSON.stringify(location)}`, "it is the path of a file, or ':memory:'");
  }
  const isModule = typeof checkpointWorker === 'string' || checkpointWorker instanceof URL;
  if (checkpointWorker !== undefined && !isModule) {
    throw refusedOption('checkpointWorker', 'it is the path or file URL of the module checkpoint-worker');
  }
}
