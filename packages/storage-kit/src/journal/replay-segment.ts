import { corruptFile } from '../errors/damaged-file.js';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import type { SqliteTable } from '../sqlite/sqlite-table.js';
import type { SoundPart } from './journal-segment.js';
import { segmentHeaderBytes } from './segment-format.js';
import { SegmentReader } from './segment-reader.js';
import type { StorePaths } from './store-paths.js';

export interface ReplayParts {
  readonly files: FileLayer;
  readonly paths: StorePaths;
  readonly table: SqliteTable;
}

/** `length` is 0 when the header is torn. */
export interface ReplayedSegment extends SoundPart {
  readonly path: string;
  readonly frameBytes: number;
  readonly commits: number;
}

/**
 * Applies the commits of a segment to the table.
 *
 * @param mayBeTorn - whether a crash may have interrupted an append to it
 * @throws StateStoreError `corrupt`, `unsupported-format`, `io`.
 */
export async function replaySegment(
  { files, paths, table }: ReplayParts,
  number: number,
  mayBeTorn: boolean,
): Promise<ReplayedSegment> {
  const path = paths.segment(number);
  const bytes = (await withIoErrors('read', path, () => files.read(path))) ?? new Uint8Array();
  const reader = new SegmentReader(path, bytes);
  const before = table.revision;
  if (reader.readHeader(number)) {
    for (const group of reader.groups()) {
      if (group[0]?.revision !== table.revision + 1) {
        throw corruptFile(path, reader.offset, `commit ${table.revision + 1} should follow`);
      }
      table.apply(group);
    }
  }
  if (reader.torn && !mayBeTorn) throw corruptFile(path, reader.offset, 'it ends too early');
  const length = reader.offset;
  const frameBytes = Math.max(0, length - segmentHeaderBytes);
  return {
    path,
    number,
    length,
    frameBytes,
    commits: table.revision - before,
    bytesCut: reader.tornBytes,
    fileLength: bytes.length,
  };
}
