import type { AbortOptions } from '../contract/abort-options.js';
import { type Clock, systemClock } from '../contract/clock.js';
import type { StateChange, StateWatchRequest } from '../contract/state-change.js';
import type { StateStoreBackend, StateTransactionBackend } from '../contract/state-store-backend.js';
import type { StateStoreStats } from '../contract/state-store-stats.js';
import { StateStoreError } from '../errors/state-store-error.js';
import type { StateKey } from '../model/state-key.js';
import type { StateListRequest, StateListResponse } from '../model/state-list.js';
import type { StateRecordSnapshot } from '../model/state-record.js';
import { type StateTransactionScope, type TransactOptions, transact } from '../transaction/transact.js';
import { connectBackend } from './connect-backend.js';
import type { StateStoreConfig } from './state-store-config.js';

interface ConnectedEnvironment {
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * A transactional store of JSON records.
 *
 * @example
 * ```ts
 * await using store = await StateStore.connect({ backend: 'sqlite', location: 'state.sqlite' });
 * const key = stateKey('notes', 'first');
 * await store.transact((transaction) => transaction.put({ key, value: { text: 'Hello' } }));
 * ```
 */
export class StateStore implements Required<StateStoreBackend>, AsyncDisposable {
  readonly #name: string;
  readonly #backend: StateStoreBackend;
  readonly #environment: ConnectedEnvironment;

  private constructor(name: string, backend: StateStoreBackend, environment: ConnectedEnvironment) {
    this.#name = name;
    this.#backend = backend;
    this.#environment = environment;
  }

  /**
   * Opens a store. Aborting `config.signal` while it opens rejects with the signal's reason and leaves nothing
   * open.
   *
   * @throws StateStoreError `invalid-request`, `locked`, `corrupt`, `unsupported-format`, `io`.
   */
  static async connect(config: StateStoreConfig): Promise<StateStore> {
    const { clock = systemClock, random = Math.random } = config;
    return new StateStore(config.backend, await connectBackend(config, clock), { clock, random });
  }

  /** The committed record, or undefined. @throws StateStoreError `invalid-key`, `closed`, `corrupt`. */
  load(key: StateKey, options?: AbortOptions): Promise<StateRecordSnapshot | undefined> {
    return this.#backend.load(key, options);
  }

  /** A page of committed records. @throws StateStoreError `invalid-key`, `invalid-request`, `closed`. */
  list(request: StateListRequest, options?: AbortOptions): Promise<StateListResponse> {
    return this.#backend.list(request, options);
  }

  /** @throws StateStoreError `closed`, or `unavailable` when 10,000 transactions are open. */
  beginTransaction(options?: AbortOptions): Promise<StateTransactionBackend> {
    return this.#backend.beginTransaction(options);
  }

  /** Runs and commits `run`, and again on a conflict; see the function {@link transact}. */
  transact<Result>(
    run: (transaction: StateTransactionScope) => Result | Promise<Result>,
    options?: TransactOptions,
  ): Promise<Result> {
    return transact(this.#backend, run, options, this.#environment);
  }

  /**
   * Committed changes in commit order, from now on or from a revision that is still kept.
   *
   * @example
   * ```ts
   * for await (const { key, value } of store.watch({ namespace: 'notes', signal })) show(key, value);
   * ```
   *
   * @throws StateStoreError `invalid-key`, `invalid-request`, `closed` at once; from the iteration `watch-overflow` when
   * what comes next is no longer kept, and `closed`.
   */
  watch(request: StateWatchRequest): AsyncIterableIterator<StateChange> {
    if (this.#backend.watch === undefined) throw this.#lacks('watch');
    return this.#backend.watch(request);
  }

  async now(): Promise<number> {
    return this.#backend.now === undefined ? this.#environment.clock.now() : this.#backend.now();
  }

  async stats(): Promise<StateStoreStats> {
    if (this.#backend.stats === undefined) throw this.#lacks('stats');
    return this.#backend.stats();
  }

  /**
   * Waits for commits under way, folds the journal into the snapshot and releases the file. Open transactions
   * end with `closed`. Closing twice is harmless.
   *
   * @throws StateStoreError `io` when the last snapshot could not be written; the journal still has every commit
   * and the file is released.
   */
  async close(): Promise<void> {
    await this.#backend.close?.();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #lacks(operation: string): StateStoreError {
    return new StateStoreError(
      'invalid-request',
      `The ${operation} is refused: backend ${JSON.stringify(this.#name)} has none. Choose another backend`,
    );
  }
}
