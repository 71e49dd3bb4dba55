import { corruptFile } from '../errors/damaged-file.js';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { openDatabase } from '../sqlite/snapshot-schema.js';
import type { SqliteEngine } from '../sqlite/sqlite-engine.js';
import { SqliteTable } from '../sqlite/sqlite-table.js';
import { type ReplayedSegment, replaySegment } from './replay-segment.js';
import type { StorePaths } from './store-paths.js';

export interface ReadParts {
  readonly files: FileLayer;
  readonly paths: StorePaths;
  readonly engine: SqliteEngine;
  readonly signal: AbortSignal | undefined;
}

/** A store as its files hold it. */
export interface ReadStore {
  /** The snapshot with the journal applied. Whoever reads the store closes it. */
  readonly table: SqliteTable;
  readonly snapshotBytes: number;
  /** The commit that the snapshot itself ends with. */
  readonly snapshotRevision: number;
  /** Those that follow the snapshot, in order. Only the last one may end with a torn tail. */
  readonly segments: readonly ReplayedSegment[];
  /** Those that the snapshot holds already: a crash came before they were deleted. */
  readonly staleSegments: readonly number[];
}

/**
 * Reads the snapshot and replays the journal over it. Changes no file.
 *
 * @returns undefined when there is no store
 * @throws StateStoreError `corrupt`, `unsupported-format`, `io`.
 */
export async function readStore(parts: ReadParts): Promise<ReadStore | undefined> {
  const { files, paths, engine } = parts;
  const file = paths.snapshot;
  const bytes = await withIoErrors('read', file, () => files.read(file));
  if (bytes === undefined) {
    const [orphan] = await segmentNumbers(files, paths);
    if (orphan === undefined) return undefined;
    throw corruptFile(file, 0, `it is missing, but its journal ${paths.segment(orphan)} is there`);
  }
  const table = new SqliteTable(openDatabase(engine, file, bytes));
  try {
    const snapshotRevision = table.revision;
    const { numbers, stale } = await findSegments(parts, table.firstSegment);
    const segments: ReplayedSegment[] = [];
    for (const number of numbers) {
      parts.signal?.throwIfAborted();
      segments.push(await replaySegment({ ...parts, table }, number, number === numbers.at(-1)));
    }
    return { table, snapshotBytes: bytes.length, snapshotRevision, segments, staleSegments: stale };
  } catch (error) {
    table.close();
    throw error;
  }
}

/** The segments in the folder of a store, ascending. @throws StateStoreError `io` */
export async function segmentNumbers(files: FileLayer, paths: StorePaths): Promise<readonly number[]> {
  const names = await withIoErrors('list', paths.folder, () => files.list(paths.folder));
  return names
    .map((name) => paths.segmentNumber(name))
    .filter((number) => number !== undefined)
    .sort((left, right) => left - right);
}

async function findSegments(
  { files, paths }: ReadParts,
  first: number,
): Promise<{ readonly numbers: readonly number[]; readonly stale: readonly number[] }> {
  const found = await segmentNumbers(files, paths);
  const numbers = found.filter((number) => number >= first);
  for (const [index, number] of numbers.entries()) {
    if (number === first + index) continue;
    throw corruptFile(
      paths.segment(first + index),
      0,
      'it is missing, but a later part of the journal is there',
    );
  }
  return { numbers, stale: found.filter((number) => number < first) };
}
