import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import type {
  StateCommit,
  StateStoreBackend,
  StateTransactionBackend,
} from '../contract/state-store-backend.js';
import type { StateStoreStats } from '../contract/state-store-stats.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { maxHistoryBytes, maxOpenTransactions } from '../limits.js';
import { checkedKey, type StateKey } from '../model/state-key.js';
import { checkListRequest, type StateListRequest, type StateListResponse } from '../model/state-list.js';
import type { StateRecordSnapshot } from '../model/state-record.js';
import type { CommitLog } from './commit-log.js';
import { CommitQueue } from './commit-queue.js';
import { readPage, readRecord } from './read-records.js';
import type { RecordTable } from './record-table.js';
import { SnapshotTransaction, type TransactionHost, type TransactionWork } from './snapshot-transaction.js';
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
  readonly history: VersionHistory;
  readonly #parts: SnapshotStoreParts;
  readonly #queue: CommitQueue;
  #closing: Promise<void> | undefined;

  constructor(parts: SnapshotStoreParts) {
    const { table, log, maxBytes } = parts;
    this.#parts = parts;
    this.history = new VersionHistory(table, parts.maxHistoryBytes ?? maxHistoryBytes);
    this.#queue = new CommitQueue({ table, history: this.history, log, maxBytes });
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
    const actual = this.history.openCount + 1;
    if (actual > maxOpenTransactions) {
      throw new StateStoreError(
        'unavailable',
        `The transaction is refused: ${maxOpenTransactions} are open already. Commit or roll back each one that was begun`,
        { limit: maxOpenTransactions, actual },
      );
    }
    return new SnapshotTransaction(this);
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
      openTransactions: this.history.openCount,
      historyBytes: this.history.bytes,
      ...(log?.stats() ?? { journalBytes: 0, checkpoints: 0 }),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  commit(work: TransactionWork, options: AbortOptions): Promise<StateCommit> {
    return this.#queue.submit(work, options);
  }

  assertOpen(): void {
    if (this.#closing === undefined) return;
    throw new StateStoreError('closed', 'The store is closed: connect again to use it');
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    try {
      await this.#parts.log?.close(this.#queue.failure === undefined);
    } finally {
      this.#parts.table.close();
    }
  }
}
