import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { segmentNumbers } from '../journal/read-store.js';
import type { StorePaths } from '../journal/store-paths.js';
import { maxReportedFaults } from '../limits.js';
import { SnapshotPages, type SnapshotRow } from '../sqlite/snapshot-pages.js';
import {
  checkDatabase,
  headerFaults,
  isForeignDatabase,
  type SnapshotPosition,
} from '../sqlite/snapshot-schema.js';
import type { SqliteEngine } from '../sqlite/sqlite-engine.js';
import { CommandFailure } from './command-failure.js';
import type { FaultList } from './fault-list.js';
import type { Progress } from './progress.js';
import { recordFault } from './record-fault.js';

export interface ExamineParts {
  readonly files: FileLayer;
  readonly paths: StorePaths;
  readonly engine: SqliteEngine;
  readonly faults: FaultList;
  readonly progress: Progress;
}

export interface SnapshotVisitor {
  record(row: SnapshotRow): void;
  /** @param pages - what the snapshot was read with; undefined when there is none */
  snapshotEnd(pages: SnapshotPages | undefined): void;
}

export interface ExaminedSnapshot {
  readonly bytes: number;
  readonly records: number;
  readonly unreadablePlaces: number;
  /** Undefined when it could not be read. */
  readonly position: SnapshotPosition | undefined;
  /** The highest revision of a record. */
  readonly highestRevision: number;
}

const nothing: ExaminedSnapshot = {
  bytes: 0,
  records: 0,
  unreadablePlaces: 0,
  position: undefined,
  highestRevision: 0,
};

/** @throws StateStoreError, CommandFailure `unsupported-format`; StateStoreError `io`; the signal's reason. */
export async function examineSnapshot(
  parts: ExamineParts,
  visitor: SnapshotVisitor,
): Promise<ExaminedSnapshot> {
  const { files, paths, faults, engine, progress } = parts;
  const file = paths.snapshot;
  const bytes = await withIoErrors('read', file, () => files.read(file));
  if (bytes === undefined) {
    faults.add({ file, message: 'it is missing, but its journal is there' });
    visitor.snapshotEnd(undefined);
    return nothing;
  }
  const header = headerFaults(file, bytes);
  for (const { offset, reason } of header) faults.add({ file, offset, message: reason });
  const check = checkDatabase(engine, bytes, maxReportedFaults);
  for (const line of check.faults) faults.add({ file, message: `SQLite says: ${line}` });
  const pages = new SnapshotPages(bytes, header.length === 0);
  const position = pages.position();
  if (position === undefined && isForeignDatabase(bytes)) await refuseForeign(parts);
  if (position === undefined) faults.add({ file, message: 'it does not say with which commit it ends' });
  progress.begin('Reading the snapshot', 'records', check.records);
  const rows = await examineRows(parts, visitor, pages, position?.revision);
  visitor.snapshotEnd(pages);
  return { bytes: bytes.length, position, ...rows };
}

/** Whoever mistook a path must not have a database replaced. With a journal of ours beside it, it was ours. */
async function refuseForeign({ files, paths }: ExamineParts): Promise<void> {
  if ((await segmentNumbers(files, paths)).length > 0) return;
  throw new CommandFailure(
    'unsupported-format',
    `${paths.snapshot} is an SQLite file, but none of a store with backend 'sqlite': only those are looked after`,
    { file: paths.snapshot },
  );
}

async function examineRows(
  { paths, faults, progress }: ExamineParts,
  visitor: SnapshotVisitor,
  pages: SnapshotPages,
  last: number | undefined,
): Promise<Pick<ExaminedSnapshot, 'records' | 'unreadablePlaces' | 'highestRevision'>> {
  const file = paths.snapshot;
  let records = 0;
  let unreadablePlaces = 0;
  let highestRevision = 0;
  for (const row of pages.rows()) {
    await progress.advance(1);
    const { offset } = row;
    const fault = row.kind === 'fault' ? row.reason : rowFault(row);
    if (row.kind === 'fault' || fault !== undefined) {
      unreadablePlaces += 1;
      faults.add({ file, offset, ...(row.kind === 'row' ? { key: row.key } : {}), message: fault ?? '' });
      continue;
    }
    if (last !== undefined && row.revision > last) {
      const message = `it was written by commit ${row.revision}, but the snapshot ends with commit ${last}`;
      faults.add({ file, offset, key: row.key, message });
    }
    records += 1;
    highestRevision = Math.max(highestRevision, row.revision);
    visitor.record(row);
  }
  return { records, unreadablePlaces, highestRevision };
}

function rowFault({ key, text, revision }: SnapshotRow): string | undefined {
  const isRevision = Number.isSafeInteger(revision) && revision >= 1;
  return isRevision ? recordFault(key, text) : `${revision} is no revision`;
}
