import type { AbortOptions } from '../contract/abort-options.js';
import { type Clock, systemClock } from '../contract/clock.js';
import type { StateStoreBackend, StateTransactionBackend } from '../contract/state-store-backend.js';
import { isStateStoreError, StateStoreError } from '../errors/state-store-error.js';
import {
  defaultTransactRetries,
  maxTransactRetries,
  transactFirstPauseMs,
  transactLongestPauseMs,
} from '../limits.js';

/** What the function given to {@link transact} may do; `transact` ends the transaction itself. */
export type StateTransactionScope = Pick<StateTransactionBackend, 'load' | 'list' | 'put' | 'delete'>;

export interface TransactOptions extends AbortOptions {
  /** Times to run the function again after a conflict: 0 to 1,000, by default 4, which makes 5 attempts. */
  readonly retries?: number | undefined;
}

/** Sources of time and chance; the system's by default. */
export interface TransactEnvironment {
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/**
 * Runs `run` in a transaction, commits, and resolves with what `run` returned. On `transaction-conflict` it
 * runs again on a fresh snapshot, after a pause of random length (full jitter), so `run` must do nothing that
 * cannot be repeated. When `run` throws, the transaction is rolled back and the error passed on.
 *
 * @throws StateStoreError `transaction-conflict` when every attempt conflicted, and what `commit` throws.
 *
 * @example
 * ```ts
 * const next = await transact(store, async (transaction) => {
 *   const count = Number((await transaction.load(key))?.record.value ?? 0) + 1;
 *   await transaction.put({ key, value: count });
 *   return count;
 * });
 * ```
 */
export async function transact<Result>(
  store: StateStoreBackend,
  run: (transaction: StateTransactionScope) => Result | Promise<Result>,
  options: TransactOptions = {},
  environment: TransactEnvironment = {},
): Promise<Result> {
  const { retries = defaultTransactRetries, signal } = options;
  const { clock = systemClock, random = Math.random } = environment;
  checkRetries(retries);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnce(store, run, { signal });
    } catch (error) {
      const conflicted = isStateStoreError(error) && error.code === 'transaction-conflict';
      if (!conflicted || attempt >= retries) throw error;
    }
    const longestMs = Math.min(transactLongestPauseMs, transactFirstPauseMs * 2 ** attempt);
    await clock.sleep(random() * longestMs, { signal });
  }
}

async function runOnce<Result>(
  store: StateStoreBackend,
  run: (transaction: StateTransactionScope) => Result | Promise<Result>,
  options: AbortOptions,
): Promise<Result> {
  options.signal?.throwIfAborted();
  const transaction = await store.beginTransaction(options);
  let result: Result;
  try {
    result = await run(transaction);
    options.signal?.throwIfAborted();
  } catch (error) {
    await transaction[Symbol.asyncDispose]();
    throw error;
  }
  await transaction.commit(options);
  return result;
}

function checkRetries(retries: number): void {
  if (Number.isInteger(retries) && retries >= 0 && retries <= maxTransactRetries) return;
  throw new StateStoreError(
    'invalid-request',
    `${String(retries)} retries are refused: ask for 0 to ${maxTransactRetries}`,
    { limit: maxTransactRetries, actual: retries },
  );
}
