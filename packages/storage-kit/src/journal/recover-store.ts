import type { StateStoreRecovery } from '../contract/state-store-stats.js';
import { corruptFile } from '../errors/damaged-file.js';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { createDatabase, openDatabase } from '../sqlite/snapshot-schema.js';
import type { SqliteEngine } from '../sqlite/sqlite-engine.js';
import { SqliteTable } from '../sqlite/sqlite-table.js';
import type { ClosedSegment } from './journal-log.js';
import { JournalSegment } from './journal-segment.js';
import { type ReplayedSegment, replaySegment } from './replay-segment.js';
import type { StorePaths } from './store-paths.js';
import { writeSnapshot } from './write-snapshot.js';

export interface RecoveredStore {
  readonly table: SqliteTable;
  readonly segment: JournalSegment;
  readonly closed: readonly ClosedSegment[];
  readonly snapshotBytes: number;
  readonly recovery: StateStoreRecovery | undefined;
}

export interface RecoveryParts {
  readonly files: FileLayer;
  readonly paths: StorePaths;
  readonly engine: SqliteEngine;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the snapshot and replays the journal over it. No file is changed before all of it has been found sound.
 *
 * @throws StateStoreError `corrupt`, `unsupported-format`, `io`.
 */
export async function recoverStore(parts: RecoveryParts): Promise<RecoveredStore> {
  const { files, paths } = parts;
  const { table, snapshotBytes } = await loadSnapshot(parts);
  try {
    const { first, stale, numbers } = await findSegments(parts, table);
    const replayed: ReplayedSegment[] = [];
    for (const number of numbers) {
      parts.signal?.throwIfAborted();
      replayed.push(await replaySegment({ ...parts, table }, number, number === numbers.at(-1)));
    }
    for (const number of stale) await files.remove(paths.segment(number));
    await files.remove(paths.draft);
    const last = replayed.pop();
    return {
      table,
      snapshotBytes,
      segment: await openLast(parts, last, first),
      closed: replayed,
      recovery: last === undefined || last.bytesCut === 0 ? undefined : recoveryOf(last),
    };
  } catch (error) {
    table.close();
    throw error;
  }
}

async function loadSnapshot({ files, paths, engine }: RecoveryParts): Promise<{
  readonly table: SqliteTable;
  readonly snapshotBytes: number;
}> {
  const file = paths.snapshot;
  const bytes = await withIoErrors('read', file, () => files.read(file));
  if (bytes !== undefined) {
    return { table: new SqliteTable(openDatabase(engine, file, bytes)), snapshotBytes: bytes.length };
  }
  const names = await withIoErrors('list', paths.folder, () => files.list(paths.folder));
  const orphan = names.find((name) => paths.segmentNumber(name) !== undefined);
  if (orphan !== undefined) throw corruptFile(file, 0, `it is missing, but its journal ${orphan} is there`);
  const table = new SqliteTable(createDatabase(engine));
  const image = table.export(1);
  await withIoErrors('create', file, () => writeSnapshot(files, paths, image));
  return { table, snapshotBytes: image.length };
}

interface FoundSegments {
  /** The one that follows the snapshot; it may not exist yet. */
  readonly first: number;
  /** Those to replay, in order and without a gap. */
  readonly numbers: readonly number[];
  /** Those that the snapshot holds already: a crash came before they were deleted. */
  readonly stale: readonly number[];
}

async function findSegments({ files, paths }: RecoveryParts, table: SqliteTable): Promise<FoundSegments> {
  const first = table.firstSegment;
  const names = await withIoErrors('list', paths.folder, () => files.list(paths.folder));
  const found = names
    .map((name) => paths.segmentNumber(name))
    .filter((number) => number !== undefined)
    .sort((left, right) => left - right);
  const numbers = found.filter((number) => number >= first);
  for (const [index, number] of numbers.entries()) {
    if (number === first + index) continue;
    throw corruptFile(
      paths.segment(first + index),
      0,
      'it is missing, but a later part of the journal is there',
    );
  }
  return { first, numbers, stale: found.filter((number) => number < first) };
}

async function openLast(
  { files, paths }: RecoveryParts,
  last: ReplayedSegment | undefined,
  first: number,
): Promise<JournalSegment> {
  const number = last?.number ?? first;
  const path = paths.segment(number);
  return withIoErrors('open', path, async () => {
    if (last !== undefined && last.length > 0) return JournalSegment.reopen(files, path, last);
    await files.remove(path);
    const segment = await JournalSegment.create(files, path, number);
    await files.syncFolder(paths.folder);
    return segment;
  });
}

function recoveryOf({ path, length, bytesCut }: ReplayedSegment): StateStoreRecovery {
  return { file: path, offset: length, bytesCut };
}
