import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../contract/clock.js';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { acquireLock } from '../files/file-lock.js';
import { hasCode, nodeFileLayer } from '../files/node-file-layer.js';
import { type ProcessTable, systemProcesses } from '../files/process-identity.js';
import { realLocation } from '../files/real-location.js';
import { SnapshotStore } from '../transaction/snapshot-store.js';
import { type FileEngine, loadFileEngine } from './file-engine.js';
import { SqliteFileLog } from './sqlite-file-log.js';
import { SqliteFileTable } from './sqlite-file-table.js';

export interface FileStoreParts {
  readonly files: FileLayer;
  readonly processes: ProcessTable;
  readonly loadEngine: () => Promise<FileEngine>;
}

export const systemFileStoreParts: FileStoreParts = {
  files: nodeFileLayer,
  processes: systemProcesses,
  loadEngine: loadFileEngine,
};

export interface OpenSqliteFileOptions {
  readonly location: string;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** @throws StateStoreError `locked`, `corrupt`, `unsupported-format`, `unavailable`, `io`. */
export async function openSqliteFile(
  { location, maxBytes, clock, signal }: OpenSqliteFileOptions,
  { files, processes, loadEngine }: FileStoreParts,
): Promise<SnapshotStore> {
  const engine = await loadEngine();
  signal?.throwIfAborted();
  const file = await realLocation(location, files);
  const lock = await acquireLock(`${file}.owner`, { files, processes });
  try {
    // The engine's own lock is a folder that a killed process leaves behind. Whoever has ours may take that away.
    await withIoErrors('unlock', file, () => removeFolder(`${file}.lock`));
    const table = SqliteFileTable.open(engine, file);
    try {
      // The engine syncs files, but not the names of those that it makes: of a new store, and of each WAL.
      await withIoErrors('open', file, () => files.syncFolder(dirname(file)));
      signal?.throwIfAborted();
    } catch (error) {
      table.close();
      throw error;
    }
    return new SnapshotStore({ table, log: new SqliteFileLog(table, lock), maxBytes, clock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function removeFolder(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
