import { StateStoreError } from '../errors/state-store-error.js';
import type { JsonValue } from '../model/json-value.js';
import type { StateKey } from '../model/state-key.js';
import type { StateListResponse } from '../model/state-list.js';
import type { StateRecordSnapshot } from '../model/state-record.js';
import type { StoredRecord } from './record-table.js';

/** A fresh copy of a stored record. @throws StateStoreError `corrupt` */
export function readRecord(key: StateKey, { text, revision }: StoredRecord): StateRecordSnapshot {
  return {
    record: { key: { namespace: key.namespace, key: key.key }, value: parseValue(key, text) },
    revision,
  };
}

export interface RecordPage {
  readonly response: StateListResponse;
  /** The last key looked at, to see whether there is a next page; undefined when the scan ran to its end. */
  readonly through: string | undefined;
}

export function readPage(namespace: string, records: Iterable<StoredRecord>, limit: number): RecordPage {
  const snapshots: StateRecordSnapshot[] = [];
  for (const stored of records) {
    if (snapshots.length === limit) {
      const next = snapshots.at(-1)?.record.key.key ?? '';
      return { response: { snapshots, next }, through: stored.key };
    }
    snapshots.push(readRecord({ namespace, key: stored.key }, stored));
  }
  return { response: { snapshots }, through: undefined };
}

/** @throws StateStoreError `corrupt` */
export function parseValue(key: StateKey, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new StateStoreError(
      'corrupt',
      `The value of ${key.namespace}/${key.key} is no JSON: the store was edited or damaged, restore it from a copy`,
      { key, cause },
    );
  }
}
