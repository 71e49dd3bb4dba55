import { corruptFile } from '../errors/damaged-file.js';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { openDatabase } from '../sqlite/snapshot-schema.js';
import type { SqliteEngine } from '../sqlite/sqlite-engine.js';
import { SqliteTable } from '../sqlite/sqlite-table.js';
import { replaySegment } from './replay-segment.js';
import type { StorePaths } from './store-paths.js';
import { writeSnapshot } from './write-snapshot.js';

/** Which segments to fold: those from the snapshot's first one up to, but without, `firstSegment`. */
export interface FoldedSegments {
  /** The segment that follows the new snapshot. */
  readonly firstSegment: number;
  /** The last commit in the segments to fold. */
  readonly revision: number;
}

export interface FoldRequest extends FoldedSegments {
  readonly files: FileLayer;
  readonly paths: StorePaths;
  readonly engine: SqliteEngine;
  readonly wasmBinary: Uint8Array | undefined;
  readonly checkpointWorker: string | URL | undefined;
}

/** Replaces the snapshot by one that holds the segments too. Resolves with its size in bytes. */
export type FoldJournal = (request: FoldRequest) => Promise<number>;

/**
 * Folds from what the disk holds alone, and touches nothing that the running store uses.
 *
 * @throws StateStoreError `corrupt`, `io`.
 */
export async function foldJournal({
  files,
  paths,
  engine,
  firstSegment,
  revision,
}: Pick<FoldRequest, 'files' | 'paths' | 'engine' | keyof FoldedSegments>): Promise<number> {
  const file = paths.snapshot;
  const bytes = await withIoErrors('read', file, () => files.read(file));
  if (bytes === undefined) throw corruptFile(file, 0, 'it is missing');
  const table = new SqliteTable(openDatabase(engine, file, bytes));
  try {
    for (let number = table.firstSegment; number < firstSegment; number += 1) {
      await replaySegment({ files, paths, table }, number, false);
    }
    if (table.revision !== revision) {
      throw corruptFile(file, 0, `with its journal it ends at commit ${table.revision}, not ${revision}`);
    }
    const image = table.export(firstSegment);
    await withIoErrors('write', file, () => writeSnapshot(files, paths, image));
    return image.length;
  } finally {
    table.close();
  }
}
