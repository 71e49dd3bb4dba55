import type { StateStoreRecovery } from '../contract/state-store-stats.js';
import { withIoErrors } from '../errors/io-error.js';
import { createDatabase } from '../sqlite/snapshot-schema.js';
import { SqliteTable } from '../sqlite/sqlite-table.js';
import type { ClosedSegment } from './journal-log.js';
import { JournalSegment } from './journal-segment.js';
import { type ReadParts, type ReadStore, readStore } from './read-store.js';
import type { ReplayedSegment } from './replay-segment.js';
import { writeSnapshot } from './write-snapshot.js';

export interface RecoveredStore {
  readonly table: SqliteTable;
  readonly segment: JournalSegment;
  readonly closed: readonly ClosedSegment[];
  readonly snapshotBytes: number;
  readonly recovery: StateStoreRecovery | undefined;
}

/**
 * Reads a store, or begins one, and makes its files ready to go on from. No file is changed before all of it has been
 * found sound.
 *
 * @throws StateStoreError `corrupt`, `unsupported-format`, `io`.
 */
export async function recoverStore(parts: ReadParts): Promise<RecoveredStore> {
  const { files, paths } = parts;
  const { table, snapshotBytes, segments, staleSegments } =
    (await readStore(parts)) ?? (await createStore(parts));
  try {
    for (const number of staleSegments) await files.remove(paths.segment(number));
    await files.remove(paths.draft);
    const last = segments.at(-1);
    return {
      table,
      snapshotBytes,
      segment: await openLast(parts, last, table.firstSegment),
      closed: segments.slice(0, -1),
      recovery: last === undefined || last.bytesCut === 0 ? undefined : recoveryOf(last),
    };
  } catch (error) {
    table.close();
    throw error;
  }
}

async function createStore({ files, paths, engine }: ReadParts): Promise<ReadStore> {
  const table = new SqliteTable(createDatabase(engine));
  const image = table.export(table.firstSegment);
  await withIoErrors('create', paths.snapshot, () => writeSnapshot(files, paths, image));
  return { table, snapshotBytes: image.length, snapshotRevision: 0, segments: [], staleSegments: [] };
}

async function openLast(
  { files, paths }: ReadParts,
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
