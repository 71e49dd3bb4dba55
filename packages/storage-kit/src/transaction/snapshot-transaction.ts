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
import type { Snapshot, VersionHistory } from './version-history.js';
import { WriteSet } from './write-set.js';

/** What a transaction asks of its store. */
export interface TransactionHost {
  readonly history: VersionHistory;
  /** @throws StateStoreError `closed` */
  assertOpen(): void;
  /** Validates and commits; releases the snapshot in any case. */
  commit(work: TransactionWork, options: AbortOptions): Promise<StateCommit>;
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

  constructor(host: TransactionHost) {
    this.#host = host;
    this.#snapshot = host.history.open();
  }

  async load(key: StateKey, options: AbortOptions = {}): Promise<StateRecordSnapshot | undefined> {
    this.#assertUsable(options);
    const checked = checkedKey(key);
    const own = this.#writes.get(checked);
    if (own === undefined) this.#reads.addKey(checked);
    const stored = own === undefined ? this.#host.history.get(this.#snapshot, checked) : own.record;
    return stored === undefined ? undefined : readRecord(checked, stored);
  }

  async list(request: StateListRequest, options: AbortOptions = {}): Promise<StateListResponse> {
    this.#assertUsable(options);
    checkListRequest(request);
    const { namespace, prefix = '', after = '', limit } = request;
    const range = { namespace, prefix, after };
    const records = mergeRecords(this.#host.history.scan(this.#snapshot, range), this.#writes.within(range));
    const { response, through } = readPage(namespace, records, limit);
    this.#reads.addRange({ ...range, through });
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
    this.#host.history.release(this.#snapshot);
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
    this.#host.history.release(this.#snapshot);
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
