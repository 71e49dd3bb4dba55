import type { StateKey } from '../model/state-key.js';
import { decodeRow, type SqliteValue } from './decode-row.js';
import { type PageCell, type PageFault, type PageLayout, PageReader } from './page-reader.js';
import type { SnapshotPosition } from './snapshot-schema.js';

/** A record as a snapshot holds it. Nothing of it has been checked but the types of its columns. */
export interface SnapshotRow {
  readonly kind: 'row';
  /** Where it begins in the file. */
  readonly offset: number;
  readonly key: StateKey;
  readonly text: string;
  readonly revision: number;
}

interface Roots {
  readonly records: number;
  readonly index: number;
  readonly position: number;
}

/** Where the tables begin in every snapshot that this package wrote; its schema says so too, unless it is damaged. */
const usualRoots: Roots = { records: 2, index: 3, position: 4 };
const usualLayout: PageLayout = { pageBytes: 4096, usableBytes: 4096 };
const schemaRoot = 1;

/** Reads a snapshot without SQLite, so that damage to a part of it costs no more than that part. */
export class SnapshotPages {
  readonly #reader: PageReader;
  readonly #roots: Roots;
  readonly #isHeaderSound: boolean;

  /** @param isHeaderSound - whether what the header says of the pages is to be believed */
  constructor(bytes: Uint8Array, isHeaderSound: boolean) {
    this.#reader = new PageReader(bytes, isHeaderSound ? layoutOf(bytes) : usualLayout);
    this.#isHeaderSound = isHeaderSound;
    this.#roots = this.#readRoots();
  }

  /** Undefined when it cannot be read. */
  position(): SnapshotPosition | undefined {
    for (const cell of this.#reader.walk(this.#roots.position, 'table')) {
      const [, revision, firstSegment] = valuesOf(cell) ?? [];
      if (isCount(revision) && isCount(firstSegment)) return { revision, firstSegment };
    }
    return undefined;
  }

  /** The records in the order in which they came, and what could not be read. Call it once. */
  *rows(): Generator<SnapshotRow | PageFault, void, undefined> {
    let isDamaged = false;
    for (const cell of this.#reader.walk(this.#roots.records, 'table')) {
      const row = rowOf(cell);
      if (row.kind === 'fault') isDamaged = true;
      yield row;
    }
    const free = isDamaged && this.#isHeaderSound ? this.#reader.freePages() : undefined;
    if (free === undefined) return;
    for (const cell of this.#reader.strays(free)) {
      const row = rowOf(cell);
      // What is no row here may belong to something else.
      if (row.kind === 'row') yield row;
    }
  }

  /** The keys of all records as their index knows them, in no order; undefined for what could not be read. Call it once. */
  *keys(): Generator<StateKey | undefined, void, undefined> {
    for (const cell of this.#reader.walk(this.#roots.index, 'index')) {
      const [namespace, key] = valuesOf(cell) ?? [];
      yield typeof namespace === 'string' && typeof key === 'string' ? { namespace, key } : undefined;
    }
  }

  #readRoots(): Roots {
    const roots = new Map<SqliteValue, number>();
    for (const cell of this.#reader.walk(schemaRoot, 'table')) {
      const [, name, , root] = valuesOf(cell) ?? [];
      if (name !== undefined && isCount(root)) roots.set(name, root);
    }
    return {
      records: roots.get('records') ?? usualRoots.records,
      index: roots.get('sqlite_autoindex_records_1') ?? usualRoots.index,
      position: roots.get('position') ?? usualRoots.position,
    };
  }
}

function layoutOf(bytes: Uint8Array): PageLayout {
  const pageBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint16(16);
  const isPowerOfTwo = (pageBytes & (pageBytes - 1)) === 0;
  if (pageBytes < 512 || !isPowerOfTwo) return usualLayout;
  return { pageBytes, usableBytes: pageBytes - (bytes[20] ?? 0) };
}

function rowOf(cell: PageCell | PageFault): SnapshotRow | PageFault {
  if (cell.kind === 'fault') return cell;
  const { offset } = cell;
  const [, namespace, key, text, revision] = valuesOf(cell) ?? [];
  if (typeof namespace !== 'string' || typeof key !== 'string') {
    return { kind: 'fault', offset, reason: 'a record has no readable key' };
  }
  if (typeof text !== 'string' || typeof revision !== 'number') {
    return { kind: 'fault', offset, reason: `the record ${namespace}/${key} has no readable value` };
  }
  return { kind: 'row', offset, key: { namespace, key }, text, revision };
}

function valuesOf(cell: PageCell | PageFault): readonly SqliteValue[] | undefined {
  if (cell.kind === 'fault') return undefined;
  try {
    return decodeRow(cell.payload);
  } catch {
    // Whatever was wrong in it, what matters is that it says nothing.
    return undefined;
  }
}

function isCount(value: SqliteValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
