import type { AbortOptions } from '../contract/abort-options.js';
import type { StateCommit, StateTransactionBackend } from '../contract/state-store-backend.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { encodeValue } from '../model/encode-value.js';
import { checkedKey, type StateKey } from '../model/state-key.js';
import { checkListRequest, type StateListRequest, type StateListResponse } from '../model/state-list.js';
import { checkedRecord, type StateRecord, type StateRecordSnapshot } from '../model/state-record.js';
import { mergeRecords } from './merge-records.js';
import { readPage, readRecord } from './read-records.js';
import { ReadSet } from './read-set.js';
import type { ScanRange, StoredRecord } from './record-table.js';
import type { Snapshot } from './snapshot.js';
import { WriteSet } from './write-set.js';

/** What a transaction asks of its store. */
export interface TransactionHost {
  /** @throws StateStoreError `closed` */
  assertOpen(): void;
  /** The record as the snapshot has it. */
  get(
    snapshot: Snapshot,
    key: StateKey,
    options: AbortOptions,
  ): StoredRecord | undefined | Promise<StoredRecord | undefined>;
  /** The records as the snapshot has them, ascending: all of the range, or the first `count` at least. */
  scan(
    snapshot: Snapshot,
    range: ScanRange,
    count: number,
    options: AbortOptions,
  ): Iterable<StoredRecord> | Promise<Iterable<StoredRecord>>;
  /** Validates and commits; releases the snapshot in any case. */
  commit(work: TransactionWork, options: AbortOptions): Promise<StateCommit>;
  release(snapshot: Snapshot): void;
}

/** What a transaction read and wrote, handed over for its commit. */
export interface TransactionWork {
  readonly snapshot: Snapshot;
  readonly reads: ReadSet;
  readonly writes: WriteSet;
}

export class SnapshotTransaction implements StateTransactionBackend {
  readonly #host: TransactionHost;
  readonly #snapshot: Snapshot;
  readonly #reads = new ReadSet();
  readonly #writes = new WriteSet();
  #ended = false;

  constructor(host: TransactionHost, snapshot: Snapshot) {
    this.#host = host;
    this.#snapshot = snapshot;
  }

  async load(key: StateKey, options: AbortOptions = {}): Promise<StateRecordSnapshot | undefined> {
    this.#assertUsable(options);
    const checked = checkedKey(key);
    const own = this.#writes.get(checked);
    if (own === undefined) this.#reads.addKey(checked);
    const stored = own === undefined ? await this.#host.get(this.#snapshot, checked, options) : own.record;
    return stored === undefined ? undefined : readRecord(checked, stored);
  }

  async list(request: StateListRequest, options: AbortOptions = {}): Promise<StateListResponse> {
    this.#assertUsable(options);
    checkListRequest(request);
    const { namespace, prefix = '', after = '', limit } = request;
    const range = { namespace, prefix, after };
    const own = this.#writes.within(range);
    // Until it is known how far the page reaches, all of the range counts as read.
    const read = this.#reads.addRange(range);
    // One more tells whether there is a next page, and each own write may hide one.
    const count = limit + 1 + own.length;
    const stored = await this.#host.scan(this.#snapshot, range, count, options);
    const { response, through } = readPage(namespace, mergeRecords(stored, own), limit);
    read.through = through;
    return response;
  }

  async put(record: StateRecord): Promise<void> {
    this.#assertUsable();
    const { key, value } = checkedRecord(record);
    this.#writes.put(key, encodeValue({ key, value }));
  }

  async delete(key: StateKey): Promise<void> {
    this.#assertUsable();
    this.#writes.delete(checkedKey(key));
  }

  async commit(options: AbortOptions = {}): Promise<StateCommit> {
    this.#assertUsable(options);
    this.#ended = true;
    const work = { snapshot: this.#snapshot, reads: this.#reads, writes: this.#writes };
    if (work.writes.size > 0) return this.#host.commit(work, options);
    this.#host.release(this.#snapshot);
    return { revision: this.#snapshot.revision };
  }

  async rollback(): Promise<void> {
    if (this.#ended) throw ended('it was committed or rolled back before');
    this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#host.release(this.#snapshot);
  }

  #assertUsable({ signal }: AbortOptions = {}): void {
    if (this.#ended) throw ended('it was committed or rolled back before');
    this.#host.assertOpen();
    assertReadable(this.#snapshot);
    signal?.throwIfAborted();
  }
}

/** @throws StateStoreError `transaction-ended` */
export function assertReadable(snapshot: Snapshot): void {
  if (snapshot.expired) throw ended('it stayed open until the history kept for it was full');
}

function ended(reason: string): StateStoreError {
  return new StateStoreError(
    'transaction-ended',
    `The transaction is refused: ${reason}. Begin a new one, or use transact`,
  );
}
