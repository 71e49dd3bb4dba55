import type { StateKey } from '../model/state-key.js';
import type { StateListRequest, StateListResponse } from '../model/state-list.js';
import type { StateRecord, StateRecordSnapshot } from '../model/state-record.js';
import type { AbortOptions } from './abort-options.js';
import type { StateChange, StateWatchRequest } from './state-change.js';
import type { StateStoreStats } from './state-store-stats.js';

/**
 * A store, as anyone may implement or wrap it. Run the conformance suite of
 * `@changeover/storage-kit/testing` against yours.
 */
export interface StateStoreBackend {
  /** The committed record, or undefined. */
  load(key: StateKey, options?: AbortOptions): Promise<StateRecordSnapshot | undefined>;
  /** A page of committed records. */
  list(request: StateListRequest, options?: AbortOptions): Promise<StateListResponse>;
  /** Begins a transaction on the snapshot of the moment at which the promise resolves. */
  beginTransaction(options?: AbortOptions): Promise<StateTransactionBackend>;
  /**
   * Committed changes, as they come. What this store commits after the call is delivered, also before the first one is
   * asked for; give `since` to miss nothing of others. Leaving the loop ends the watch. Aborting the signal makes it reject with the signal's reason, closing
   * the store with `closed`.
   *
   * @throws StateStoreError `invalid-key`, `invalid-request` at once; from the iteration `watch-overflow` when what
   * comes next is no longer kept, `closed`, `unavailable`.
   */
  watch?(request: StateWatchRequest): AsyncIterableIterator<StateChange>;
  /** The store's time, in milliseconds since the Unix epoch: one clock for all who share the store. */
  now?(): Promise<number>;
  stats?(): Promise<StateStoreStats>;
  /** Waits for commits under way, then releases everything. Closing twice is harmless. */
  close?(): Promise<void>;
}

/**
 * A serializable transaction. It reads one snapshot plus its own writes; nothing but `commit` raises
 * `transaction-conflict`. End it with exactly one of `commit` and `rollback`; leaving an `await using`
 * block rolls back what has not ended.
 */
export interface StateTransactionBackend extends AsyncDisposable {
  load(key: StateKey, options?: AbortOptions): Promise<StateRecordSnapshot | undefined>;
  list(request: StateListRequest, options?: AbortOptions): Promise<StateListResponse>;
  /** Writes a record. The value is copied at once: later changes to it do not reach the store. */
  put(record: StateRecord): Promise<void>;
  /** Deletes a record; deleting one that is not there is harmless. */
  delete(key: StateKey): Promise<void>;
  /**
   * Makes the writes visible, all or none, and resolves when they are durable. Aborting has an effect until
   * the commit is handed to the journal; after that its outcome is awaited. A transaction that wrote nothing
   * commits without I/O, at the revision of its snapshot.
   *
   * @throws StateStoreError `transaction-conflict` naming the key, when a record or range that was read, or a
   * key that is written, was committed by another transaction after the snapshot. `io` when the outcome is
   * unknown until the store is opened again. `store-full`, `unavailable`, `closed`, `transaction-ended`.
   */
  commit(options?: AbortOptions): Promise<StateCommit>;
  /** Drops the writes. @throws StateStoreError `transaction-ended` when it has ended before. */
  rollback(): Promise<void>;
}

/** A committed transaction. */
export interface StateCommit {
  readonly revision: number;
}
