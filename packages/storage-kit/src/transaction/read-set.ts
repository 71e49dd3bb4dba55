import { StateStoreError } from '../errors/state-store-error.js';
import { maxTransactionReads } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import type { ChangeIndex } from './change-index.js';
import { isWithinRange, type KeyRange } from './key-range.js';
import type { ScanRange } from './record-table.js';

/** The records and ranges that a transaction has read, found or not. */
export class ReadSet {
  readonly #keys = new Map<string, StateKey>();
  readonly #ranges: KeyRange[] = [];

  addKey(key: StateKey): void {
    this.#keys.set(recordId(key), key);
    this.#checkSize();
  }

  /** The whole range, until `through` of what is returned says how far it was read. */
  addRange(range: ScanRange): KeyRange {
    const read: KeyRange = { ...range, through: undefined };
    this.#ranges.push(read);
    this.#checkSize();
    return read;
  }

  /** A record read here that was committed after `revision`. */
  findChanged(revision: number, index: ChangeIndex): StateKey | undefined {
    for (const [id, key] of this.#keys) {
      if ((index.lastChange(id) ?? 0) > revision) return key;
    }
    if (this.#ranges.length === 0) return undefined;
    for (const key of index.changesSince(revision)) {
      if (this.#ranges.some((range) => isWithinRange(range, key))) return key;
    }
    return undefined;
  }

  #checkSize(): void {
    const size = this.#keys.size + this.#ranges.length;
    if (size <= maxTransactionReads) return;
    throw new StateStoreError(
      'invalid-request',
      `A transaction that reads more than ${maxTransactionReads} keys and ranges is refused: list ranges instead of single keys, or split the work`,
      { limit: maxTransactionReads, actual: size },
    );
  }
}
