import { setMaxListeners } from 'node:events';
import type { AbortOptions } from '../contract/abort-options.js';
import type { StateChange, StateWatchRequest } from '../contract/state-change.js';
import type {
  StateCommit,
  StateStoreBackend,
  StateTransactionBackend,
} from '../contract/state-store-backend.js';
import type { StateStoreStats } from '../contract/state-store-stats.js';
import { checkedKey, type StateKey } from '../model/state-key.js';
import { checkListRequest, type StateListRequest, type StateListResponse } from '../model/state-list.js';
import type { StateRecordSnapshot } from '../model/state-record.js';
import { ChangeIterator } from '../transaction/change-iterator.js';
import { readPage, readRecord } from '../transaction/read-records.js';
import type { ScanRange, StoredRecord } from '../transaction/record-table.js';
import type { Snapshot } from '../transaction/snapshot.js';
import {
  SnapshotTransaction,
  type TransactionHost,
  type TransactionWork,
} from '../transaction/snapshot-transaction.js';
import { checkOpenTransactions, storeClosed } from '../transaction/store-refusals.js';
import { checkWatchRequest, futureRevision } from '../transaction/watch-request.js';
import { SharedCommits } from './shared-commits.js';
import type { SharedEngine } from './shared-engine.js';
import { SharedWatch } from './shared-watch.js';

const noOp = (): void => undefined;

/** Serializable transactions over an engine that several processes share. */
export class SharedStore implements Required<StateStoreBackend>, TransactionHost {
  readonly #engine: SharedEngine;
  readonly #commits: SharedCommits;
  readonly #open = new Set<Snapshot>();
  #beginning = 0;
  /** Watches whose place is not known yet. What is committed here meanwhile must come after it, so it waits. */
  readonly #starting = new Set<Promise<unknown>>();
  readonly #closed = new AbortController();
  #closing: Promise<void> | undefined;

  constructor(engine: SharedEngine) {
    this.#engine = engine;
    this.#commits = new SharedCommits(engine);
    // Each watch listens to it; Node takes more than ten for a leak.
    setMaxListeners(0, this.#closed.signal);
  }

  async load(key: StateKey, options: AbortOptions = {}): Promise<StateRecordSnapshot | undefined> {
    this.#assertUsable(options);
    const checked = checkedKey(key);
    const stored = await this.#engine.get(checked, undefined, options);
    return stored === undefined ? undefined : readRecord(checked, stored);
  }

  async list(request: StateListRequest, options: AbortOptions = {}): Promise<StateListResponse> {
    this.#assertUsable(options);
    checkListRequest(request);
    const { namespace, prefix = '', after = '', limit } = request;
    const records = await this.#engine.scan({ namespace, prefix, after }, undefined, limit + 1, options);
    return readPage(namespace, records, limit).response;
  }

  async beginTransaction(options: AbortOptions = {}): Promise<StateTransactionBackend> {
    this.#assertUsable(options);
    checkOpenTransactions(this.#open.size + this.#beginning);
    this.#beginning += 1;
    try {
      const { revision } = await this.#engine.head(options);
      this.#assertUsable(options);
      const snapshot: Snapshot = { revision, expired: false };
      this.#open.add(snapshot);
      return new SnapshotTransaction(this, snapshot);
    } finally {
      this.#beginning -= 1;
    }
  }

  watch(request: StateWatchRequest): AsyncIterableIterator<StateChange> {
    this.assertOpen();
    checkWatchRequest(request);
    const { namespace, prefix = '', signal } = request;
    const start = this.#startOf(request);
    const range = { namespace, prefix, after: '' };
    const watch = new SharedWatch({
      engine: this.#engine,
      range,
      start,
      signal,
      closed: this.#closed.signal,
    });
    return new ChangeIterator((ended) => watch.next(ended));
  }

  async now(): Promise<number> {
    this.assertOpen();
    return this.#engine.now();
  }

  async stats(): Promise<StateStoreStats> {
    this.assertOpen();
    const { revision, oldest } = await this.#engine.head({});
    return {
      revision,
      bytes: await this.#engine.bytes(),
      maxBytes: Number.POSITIVE_INFINITY,
      openTransactions: this.#open.size + this.#beginning,
      historyBytes: 0,
      watchableSince: oldest,
      journalBytes: 0,
      checkpoints: 0,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get({ revision }: Snapshot, key: StateKey, options: AbortOptions): Promise<StoredRecord | undefined> {
    return this.#engine.get(key, revision, options);
  }

  scan(
    { revision }: Snapshot,
    range: ScanRange,
    count: number,
    options: AbortOptions,
  ): Promise<readonly StoredRecord[]> {
    return this.#engine.scan(range, revision, count, options);
  }

  async commit(work: TransactionWork, options: AbortOptions): Promise<StateCommit> {
    try {
      if (this.#starting.size > 0) await Promise.allSettled(this.#starting);
      return await this.#commits.submit(work, options);
    } finally {
      this.release(work.snapshot);
    }
  }

  release(snapshot: Snapshot): void {
    this.#open.delete(snapshot);
  }

  assertOpen(): void {
    if (this.#closing !== undefined) throw storeClosed();
  }

  #assertUsable({ signal }: AbortOptions): void {
    this.assertOpen();
    signal?.throwIfAborted();
  }

  #startOf({ since, signal }: StateWatchRequest): Promise<number> {
    const start = this.#engine.head({ signal }).then(({ revision }) => {
      if (since !== undefined && since > revision) throw futureRevision(since, revision);
      return since ?? revision;
    });
    // Whoever asks for the first change is told of a failure.
    const known = start.then(noOp, noOp);
    this.#starting.add(known);
    void known.then(() => this.#starting.delete(known));
    return start;
  }

  async #close(): Promise<void> {
    this.#closed.abort(storeClosed());
    await Promise.allSettled(this.#starting);
    await this.#commits.idle();
    await this.#engine.close();
  }
}
