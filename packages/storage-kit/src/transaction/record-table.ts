import type { StateKey } from '../model/state-key.js';
import type { CommitGroup } from './commit-group.js';

/** The latest committed state of a record. */
export interface StoredRecord {
  readonly key: string;
  /** The value as JSON text. */
  readonly text: string;
  readonly revision: number;
}

/** Where a scan of a namespace runs: ascending by the keys' UTF-8 bytes. */
export interface ScanRange {
  readonly namespace: string;
  /** Empty for every key. */
  readonly prefix: string;
  /** Exclusive; empty for the beginning. */
  readonly after: string;
}

/** The latest committed records, without history. All of it is synchronous: a reader sees one moment. */
export interface RecordTable {
  /** The last revision applied; 0 for none. */
  readonly revision: number;
  /** Bytes that the records take. */
  readonly bytes: number;
  get(key: StateKey): StoredRecord | undefined;
  /** Lazy. Consume it, or end it, before anything else is asked of the table. */
  scan(range: ScanRange): Iterable<StoredRecord>;
  /** Applies the whole group, or throws and applies nothing. */
  apply(group: CommitGroup): void;
  close(): void;
}
