import { StateStoreError } from '../errors/state-store-error.js';
import { maxTransactionBytes, maxTransactionChanges } from '../limits.js';
import type { EncodedValue } from '../model/encode-value.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { compareUtf8, utf8Length } from '../model/utf8.js';
import type { ChangeIndex } from './change-index.js';
import type { Change } from './commit-group.js';
import { isWithinScan } from './key-range.js';
import type { Overlay } from './merge-records.js';
import type { ScanRange, StoredRecord } from './record-table.js';

interface Write extends Change {
  /** Bytes that the record takes once written; 0 for a deletion. */
  readonly bytes: number;
  /** Bytes that the change takes on its way: those of the key, and of the value if there is one. */
  readonly changeBytes: number;
}

/** What a transaction writes when it commits: the last write of each record. */
export class WriteSet {
  readonly #writes = new Map<string, Write>();
  #bytes = 0;
  #changeBytes = 0;

  get size(): number {
    return this.#writes.size;
  }

  /** Bytes that the store may grow by. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of all changes on their way, deletions included. */
  get changeBytes(): number {
    return this.#changeBytes;
  }

  get changes(): readonly Change[] {
    return [...this.#writes.values()];
  }

  put(key: StateKey, { text, bytes }: EncodedValue): void {
    const size = bytes + keyBytes(key);
    this.#set({ key, text, bytes: size, changeBytes: size });
  }

  delete(key: StateKey): void {
    this.#set({ key, text: undefined, bytes: 0, changeBytes: keyBytes(key) });
  }

  get(key: StateKey): Overlay | undefined {
    const write = this.#writes.get(recordId(key));
    return write === undefined ? undefined : overlayOf(write);
  }

  /** Ascending. */
  within(range: ScanRange): readonly Overlay[] {
    return [...this.#writes.values()]
      .filter(({ key }) => isWithinScan(range, key))
      .map(overlayOf)
      .sort((left, right) => compareUtf8(left.key, right.key));
  }

  /** A record written here that was committed after `revision`. */
  findChanged(revision: number, index: ChangeIndex): StateKey | undefined {
    for (const [id, { key }] of this.#writes) {
      if ((index.lastChange(id) ?? 0) > revision) return key;
    }
    return undefined;
  }

  #set(write: Write): void {
    const id = recordId(write.key);
    const earlier = this.#writes.get(id);
    const bytes = this.#bytes - (earlier?.bytes ?? 0) + write.bytes;
    const size = this.#writes.size + (earlier === undefined ? 1 : 0);
    if (size > maxTransactionChanges) refuse('records', size, maxTransactionChanges);
    if (bytes > maxTransactionBytes) refuse('bytes', bytes, maxTransactionBytes);
    this.#writes.set(id, write);
    this.#bytes = bytes;
    this.#changeBytes += write.changeBytes - (earlier?.changeBytes ?? 0);
  }
}

function keyBytes({ namespace, key }: StateKey): number {
  return namespace.length + utf8Length(key);
}

/** The revision of a record that is not committed yet. */
const uncommitted = 0;

function overlayOf({ key: { key }, text }: Write): Overlay {
  const record: StoredRecord | undefined =
    text === undefined ? undefined : { key, text, revision: uncommitted };
  return { key, record };
}

function refuse(unit: string, actual: number, limit: number): never {
  throw new StateStoreError(
    'invalid-request',
    `A transaction that writes ${actual} ${unit} is refused: split it into transactions of at most ${limit}`,
    { limit, actual },
  );
}
