import { StateStoreError } from '../errors/state-store-error.js';
import type { JsonValue } from './json-value.js';
import { checkedKey, type StateKey } from './state-key.js';

/** A record as it is written. */
export interface StateRecord {
  readonly key: StateKey;
  /** At most 4 MiB when encoded as JSON in UTF-8. */
  readonly value: JsonValue;
}

/** A record as it was read: a copy that belongs to the reader. */
export interface StateRecordSnapshot {
  readonly record: StateRecord;
  /** The commit that last wrote this record: a strictly increasing integer of the whole store. */
  readonly revision: number;
}

/** A record from outside with a validated key. @throws StateStoreError `invalid-value`, `invalid-key`. */
export function checkedRecord(record: StateRecord): StateRecord {
  if (typeof record !== 'object' || record === null) {
    throw new StateStoreError('invalid-value', 'What was put is no record: it has a key and a value');
  }
  return { key: checkedKey(record.key), value: record.value };
}
