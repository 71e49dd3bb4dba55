import type { AbortOptions } from '../contract/abort-options.js';
import type { StateChange, StateWatchRequest } from '../contract/state-change.js';
import type {
  StateCommit,
  StateStoreBackend,
  StateTransactionBackend,
} from '../contract/state-store-backend.js';
import type { StateStoreStats } from '../contract/state-store-stats.js';
import type { StateKey } from '../model/state-key.js';
import type { StateListRequest, StateListResponse } from '../model/state-list.js';
import type { StateRecord, StateRecordSnapshot } from '../model/state-record.js';

/** One operation on a store, or on one of its transactions. */
export interface StoreStep {
  readonly operation: 'load' | 'list' | 'beginTransaction' | 'put' | 'delete' | 'commit' | 'rollback';
  readonly inTransaction: boolean;
  /** The record of a load, put or delete. */
  readonly key?: StateKey;
}

/** What happens around each operation. To make it wait, return a promise; to make it fail, throw. */
export interface StoreFaults {
  /** Before the operation, which does not happen when this throws. */
  readonly before?: (step: StoreStep) => unknown;
  /** After the operation went well. When this throws it has happened, and its caller does not know. */
  readonly after?: (step: StoreStep) => unknown;
}

/**
 * The same store, with faults where you want them: to try how your code takes a conflict, a commit whose outcome is
 * unknown, a load that takes long. Disposing of a transaction and closing the store are left alone.
 *
 * @example
 * ```ts
 * const store = injectFaults(await StateStore.connect({ backend: 'memory' }), {
 *   after: ({ operation }) => {
 *     if (operation === 'commit') throw new StateStoreError('io', 'The connection was lost');
 *   },
 * });
 * ```
 */
export function injectFaults(
  store: Required<StateStoreBackend>,
  faults: StoreFaults,
): Required<StateStoreBackend> {
  return new FaultyStore(store, faults);
}

async function around<Result>(
  { before, after }: StoreFaults,
  step: StoreStep,
  run: () => Promise<Result>,
): Promise<Result> {
  // Without a fault nothing is put off, so that the store is asked at the same moment as without this.
  const earlier = before?.(step);
  if (earlier instanceof Promise) await earlier;
  const result = await run();
  const later = after?.(step);
  if (later instanceof Promise) await later;
  return result;
}

class FaultyStore implements Required<StateStoreBackend> {
  readonly #store: Required<StateStoreBackend>;
  readonly #faults: StoreFaults;

  constructor(store: Required<StateStoreBackend>, faults: StoreFaults) {
    this.#store = store;
    this.#faults = faults;
  }

  load(key: StateKey, options?: AbortOptions): Promise<StateRecordSnapshot | undefined> {
    return around(this.#faults, { operation: 'load', inTransaction: false, key }, () =>
      this.#store.load(key, options),
    );
  }

  list(request: StateListRequest, options?: AbortOptions): Promise<StateListResponse> {
    return around(this.#faults, { operation: 'list', inTransaction: false }, () =>
      this.#store.list(request, options),
    );
  }

  beginTransaction(options?: AbortOptions): Promise<StateTransactionBackend> {
    return around(this.#faults, { operation: 'beginTransaction', inTransaction: false }, async () => {
      const transaction = await this.#store.beginTransaction(options);
      return new FaultyTransaction(transaction, this.#faults);
    });
  }

  watch(request: StateWatchRequest): AsyncIterableIterator<StateChange> {
    return this.#store.watch(request);
  }

  now(): Promise<number> {
    return this.#store.now();
  }

  stats(): Promise<StateStoreStats> {
    return this.#store.stats();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

class FaultyTransaction implements StateTransactionBackend {
  readonly #transaction: StateTransactionBackend;
  readonly #faults: StoreFaults;

  constructor(transaction: StateTransactionBackend, faults: StoreFaults) {
    this.#transaction = transaction;
    this.#faults = faults;
  }

  load(key: StateKey, options?: AbortOptions): Promise<StateRecordSnapshot | undefined> {
    return this.#around({ operation: 'load', key }, () => this.#transaction.load(key, options));
  }

  list(request: StateListRequest, options?: AbortOptions): Promise<StateListResponse> {
    return this.#around({ operation: 'list' }, () => this.#transaction.list(request, options));
  }

  put(record: StateRecord): Promise<void> {
    return this.#around({ operation: 'put', key: record.key }, () => this.#transaction.put(record));
  }

  delete(key: StateKey): Promise<void> {
    return this.#around({ operation: 'delete', key }, () => this.#transaction.delete(key));
  }

  commit(options?: AbortOptions): Promise<StateCommit> {
    return this.#around({ operation: 'commit' }, () => this.#transaction.commit(options));
  }

  rollback(): Promise<void> {
    return this.#around({ operation: 'rollback' }, () => this.#transaction.rollback());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transaction[Symbol.asyncDispose]();
  }

  #around<Result>(step: Omit<StoreStep, 'inTransaction'>, run: () => Promise<Result>): Promise<Result> {
    return around(this.#faults, { ...step, inTransaction: true }, run);
  }
}
