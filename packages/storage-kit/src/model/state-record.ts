import type { JsonValue } from './json-value.js';
import type { StateKey } from './state-key.js';

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
