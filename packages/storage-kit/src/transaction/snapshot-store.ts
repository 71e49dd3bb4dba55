import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import type { StateChange, StateWatchRequest } from '../contract/state-change.js';
import type {
  StateCommit,
  StateStoreBackend,
  StateTransactionBackend,
} from '../contract/state-store-backend.js';
import type { StateStoreStats } from '../contract/state-store-stats.js';
import { maxHistoryBytes } from '../limits.js';
import { checkedKey, type StateKey } from '../model/state-key.js';
import { checkListRequest, type StateListRequest, type StateListResponse } from '../model/state-list.js';
import type { StateRecordSnapshot } from '../model/state-record.js';
import { ChangeFeed } from './change-feed.js';
import type { CommitLog } from './commit-log.js';
import { CommitQueue } from './commit-queue.js';
import { readPage, readRecord } from './read-records.js';
import type { RecordTable, ScanRange, StoredRecord } from './record-table.js';
import type { Snapshot } from './snapshot.js';
import { SnapshotTransaction, type TransactionHost, type TransactionWork } from './snapshot-transaction.js';
import { checkOpenTransactions, storeClosed } from './store-refusals.js';
import { VersionHistory } from './version-history.js';

export interface SnapshotStoreParts {
  readonly table: RecordTable;
  /** Absent where nothing is durable. */
  readonly log?: CommitLog;
  readonly maxBytes: number;
  readonly maxHistoryBytes?: number;
  readonly clock: Clock;
}

/** Serializable transactions over a table of the latest records, and a log where commits are to last. */
export class SnapshotStore implements Required<StateStoreBackend>, TransactionHost {
  readonly #parts: SnapshotStoreParts;
  readonly #history: VersionHistory;
  readonly #feed: ChangeFeed;
  readonly #queue: CommitQueue;
  #closing: Promise<void> | undefined;

  constructor(parts: SnapshotStoreParts) {
    const { table, log, maxBytes } = parts;
    this.#parts = parts;
    this.#history = new VersionHistory(table, parts.maxHistoryBytes ?? maxHistoryBytes);
    this.#feed = new ChangeFeed(table.revision);
    this.#queue = new CommitQueue({ table, history: this.#history, feed: this.#feed, log, maxBytes });
  }

  async load(key: StateKey, { signal }: AbortOptions = {}): Promise<StateRecordSnapshot | undefined> {
    this.assertOpen();
    signal?.throwIfAborted();
    const checked = checkedKey(key);
    const stored = this.#parts.table.get(checked);
    return stored === undefined ? undefined : readRecord(checked, stored);
  }

  async list(request: StateListRequest, { signal }: AbortOptions = {}): Promise<StateListResponse> {
    this.assertOpen();
    signal?.throwIfAborted();
    checkListRequest(request);
    const { namespace, prefix = '', after = '', limit } = request;
    const records = this.#parts.table.scan({ namespace, prefix, after });
    return readPage(namespace, records, limit).response;
  }

  async beginTransaction({ signal }: AbortOptions = {}): Promise<StateTransactionBackend> {
    this.assertOpen();
    signal?.throwIfAborted();
    checkOpenTransactions(this.#history.openCount);
    return new SnapshotTransaction(this, this.#history.open());
  }

  watch(request: StateWatchRequest): AsyncIterableIterator<StateChange> {
    this.assertOpen();
    return this.#feed.watch(request);
  }

  async now(): Promise<number> {
    return this.#parts.clock.now();
  }

  async stats(): Promise<StateStoreStats> {
    const { table, log, maxBytes } = this.#parts;
    const failure = this.#queue.failure?.message;
    this.assertOpen();
    return {
      revision: table.revision,
      bytes: table.bytes,
      maxBytes,
      openTransactions: this.#history.openCount,
      watchableSince: this.#feed.since,
      historyBytes: this.#history.bytes,
      ...(log?.stats() ?? { journalBytes: 0, checkpoints: 0 }),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get(snapshot: Snapshot, key: StateKey): StoredRecord | undefined {
    return this.#history.get(snapshot, key);
  }

  scan(snapshot: Snapshot, range: ScanRange): Iterable<StoredRecord> {
    return this.#history.scan(snapshot, range);
  }

  release(snapshot: Snapshot): void {
    this.#history.release(snapshot);
  }

  commit(work: TransactionWork, options: AbortOptions): Promise<StateCommit> {
    return this.#queue.submit(work, options);
  }

  assertOpen(): void {
    if (this.#closing !== undefined) throw storeClosed();
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    this.#feed.close(storeClosed());
    try {
      await this.#parts.log?.close(this.#queue.failure === undefined);
    } finally {
      this.#parts.table.close();
    }
  }
}
