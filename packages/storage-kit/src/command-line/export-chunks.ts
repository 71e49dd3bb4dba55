import { encodeValue } from '../model/encode-value.js';
import type { SqliteTable } from '../sqlite/sqlite-table.js';
import { parseValue } from '../transaction/read-records.js';
import type { StoredRecord } from '../transaction/record-table.js';
import { exportChunkBytes } from './command-line-tuning.js';
import { corruptRecord } from './corrupt-record.js';
import { type ExportHeader, type ExportTrailer, exportFormat, exportVersion } from './export-format.js';

export interface ExportFilter {
  /** Undefined for all. */
  readonly namespace: string | undefined;
  /** Empty for all. */
  readonly prefix: string;
}

export interface ExportTotals {
  readonly records: number;
  readonly bytes: number;
  readonly revision: number;
}

export interface ExportChunk {
  readonly bytes: Uint8Array;
  readonly records: number;
}

/**
 * An export piece by piece: whole lines of at least a certain size, made when they are asked for.
 *
 * @throws StateStoreError `corrupt` for a record that is none.
 */
export function* exportChunks(
  table: SqliteTable,
  filter: ExportFilter,
): Generator<ExportChunk, void, undefined> {
  const { namespace, prefix } = filter;
  const header: ExportHeader = {
    format: exportFormat,
    version: exportVersion,
    revision: table.revision,
    ...(namespace === undefined ? {} : { namespace }),
    ...(prefix === '' ? {} : { prefix }),
  };
  let lines = [JSON.stringify(header)];
  let size = 0;
  let records = 0;
  let total = 0;
  const take = (): ExportChunk => {
    const chunk = { bytes: Buffer.from(`${lines.join('\n')}\n`), records };
    lines = [];
    size = 0;
    records = 0;
    return chunk;
  };
  for (const name of namespace === undefined ? table.namespaces() : [namespace]) {
    for (const record of table.scan({ namespace: name, prefix, after: '' })) {
      const line = exportLine(name, record);
      lines.push(line);
      size += line.length;
      records += 1;
      total += 1;
      if (size >= exportChunkBytes) yield take();
    }
  }
  const trailer: ExportTrailer = { records: total };
  lines.push(JSON.stringify(trailer));
  yield take();
}

function exportLine(namespace: string, { key, text, revision }: StoredRecord): string {
  const stateKey = { namespace, key };
  const value = parseValue(stateKey, text);
  try {
    const encoded = encodeValue({ key: stateKey, value }).text;
    const names = JSON.stringify(stateKey).slice(0, -1);
    return `${names},"value":${encoded},"revision":${revision}}`;
  } catch (error) {
    throw corruptRecord(stateKey, error);
  }
}
