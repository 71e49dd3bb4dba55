import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { utf8Length } from '../model/utf8.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import type { RecordTable, ScanRange, StoredRecord } from '../transaction/record-table.js';
import { SortedKeys } from './sorted-keys.js';

/** The latest records in a map, and each namespace's keys in order. */
export class MemoryTable implements RecordTable {
  readonly #records = new Map<string, StoredRecord>();
  readonly #namespaces = new Map<string, SortedKeys>();
  #revision = 0;
  #bytes = 0;

  get revision(): number {
    return this.#revision;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: StateKey): StoredRecord | undefined {
    return this.#records.get(recordId(key));
  }

  *scan({ namespace, prefix, after }: ScanRange): Iterable<StoredRecord> {
    for (const key of this.#namespaces.get(namespace)?.from(prefix, after) ?? []) {
      if (!key.startsWith(prefix)) return;
      const record = this.#records.get(recordId({ namespace, key }));
      if (record !== undefined) yield record;
    }
  }

  apply(group: CommitGroup): void {
    for (const { revision, changes } of group) {
      for (const { key, text } of changes) {
        if (text === undefined) this.#delete(key);
        else this.#put(key, { key: key.key, text, revision });
      }
      this.#revision = revision;
    }
  }

  close(): void {
    this.#records.clear();
    this.#namespaces.clear();
  }

  #put(key: StateKey, record: StoredRecord): void {
    const id = recordId(key);
    const earlier = this.#records.get(id);
    this.#records.set(id, record);
    this.#bytes += sizeOf(record) - (earlier === undefined ? 0 : sizeOf(earlier));
    if (earlier !== undefined) return;
    const keys = this.#namespaces.get(key.namespace) ?? new SortedKeys();
    this.#namespaces.set(key.namespace, keys);
    keys.add(key.key);
  }

  #delete(key: StateKey): void {
    const id = recordId(key);
    const earlier = this.#records.get(id);
    if (earlier === undefined) return;
    this.#records.delete(id);
    this.#bytes -= sizeOf(earlier);
    this.#namespaces.get(key.namespace)?.delete(key.key);
  }
}

function sizeOf({ key, text }: StoredRecord): number {
  return utf8Length(key) + utf8Length(text);
}
