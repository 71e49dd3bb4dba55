import { expect, test, vi } from 'vitest';
import type { Clock } from '../contract/clock.js';
import { StateStore, type StateTransactionScope, stateKey, transact } from '../index.js';
import {
  defaultTransactRetries,
  maxTransactRetries,
  transactFirstPauseMs,
  transactLongestPauseMs,
} from '../limits.js';

const key = stateKey('test', 'a');

/** A store, a clock that never waits but remembers, and a function that is overtaken at each attempt. */
async function setUp() {
  const store = await StateStore.connect({ backend: 'memory' });
  const pausesMs: number[] = [];
  const clock: Clock = {
    now: () => 0,
    sleep: async (ms, { signal } = {}) => {
      signal?.throwIfAborted();
      pausesMs.push(ms);
    },
  };
  const overtaken = vi.fn(async (transaction: StateTransactionScope) => {
    await transaction.load(key);
    await store.transact((other) => other.put({ key, value: 'overtook' }));
    await transaction.put({ key, value: 'mine' });
  });
  return { store, clock, pausesMs, overtaken };
}

test('the result of the function is that of transact, and its writes are committed', async () => {
  const { store } = await setUp();
  const result = await store.transact(async (transaction) => {
    await transaction.put({ key, value: 1 });
    return 'done';
  });
  expect(result).toBe('done');
  expect(await store.load(key)).toMatchObject({ record: { value: 1 }, revision: 1 });
});

test('a function that is always overtaken runs 5 times by default and then fails with the conflict', async () => {
  const { store, clock, overtaken } = await setUp();
  await expect(transact(store, overtaken, {}, { clock })).rejects.toMatchObject({
    code: 'transaction-conflict',
    key,
  });
  expect(defaultTransactRetries).toBe(4);
  expect(overtaken).toHaveBeenCalledTimes(1 + defaultTransactRetries);
});

test('a function that is overtaken by all attempts but the last is committed', async () => {
  const { store, clock, overtaken } = await setUp();
  let attempts = 0;
  const result = await transact(
    store,
    async (transaction) => {
      attempts += 1;
      if (attempts <= defaultTransactRetries) await overtaken(transaction);
      else await transaction.put({ key, value: 'mine' });
      return attempts;
    },
    {},
    { clock },
  );
  expect(result).toBe(1 + defaultTransactRetries);
  expect((await store.load(key))?.record.value).toBe('mine');
});

test('retries says how often it runs again', async () => {
  const { store, clock, overtaken } = await setUp();
  await expect(transact(store, overtaken, { retries: 0 }, { clock })).rejects.toThrow();
  expect(overtaken).toHaveBeenCalledTimes(1);
  await expect(transact(store, overtaken, { retries: 2 }, { clock })).rejects.toThrow();
  expect(overtaken).toHaveBeenCalledTimes(4);
});

test('each attempt reads a fresh snapshot', async () => {
  const { store, clock } = await setUp();
  let attempts = 0;
  await transact(
    store,
    async (transaction) => {
      const count = Number((await transaction.load(key))?.record.value ?? 0);
      attempts += 1;
      if (attempts === 1) await store.transact((other) => other.put({ key, value: 41 }));
      await transaction.put({ key, value: count + 1 });
    },
    {},
    { clock },
  );
  expect((await store.load(key))?.record.value).toBe(42);
});

test('the bound of the random pause doubles with each attempt, up to a second', async () => {
  const { store, clock, pausesMs, overtaken } = await setUp();
  await expect(transact(store, overtaken, { retries: 9 }, { clock, random: () => 0.5 })).rejects.toThrow();
  expect(pausesMs).toEqual([4, 8, 16, 32, 64, 128, 256, 500, 500]);
  expect([pausesMs[0], pausesMs.at(-1)]).toEqual([transactFirstPauseMs / 2, transactLongestPauseMs / 2]);
});

test('an error of the function is passed on at once, and nothing is written', async () => {
  const { store } = await setUp();
  const error = new Error('mine');
  const run = vi.fn(async (transaction: StateTransactionScope) => {
    await transaction.put({ key, value: 1 });
    throw error;
  });
  await expect(store.transact(run)).rejects.toBe(error);
  expect(run).toHaveBeenCalledTimes(1);
  expect(await store.load(key)).toBeUndefined();
  expect((await store.stats()).openTransactions).toBe(0);
});

test('an abort ends the attempts and the pauses between them with its reason', async () => {
  const { store, overtaken } = await setUp();
  const controller = new AbortController();
  const reason = new Error('enough');
  const clock: Clock = {
    now: () => 0,
    sleep: (_ms, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        controller.abort(reason);
      }),
  };
  await expect(transact(store, overtaken, { signal: controller.signal }, { clock })).rejects.toBe(reason);
  expect(overtaken).toHaveBeenCalledTimes(1);
  await expect(transact(store, overtaken, { signal: controller.signal })).rejects.toBe(reason);
  expect(overtaken).toHaveBeenCalledTimes(1);
});

test('a function that was aborted while it ran is not committed', async () => {
  const { store } = await setUp();
  const controller = new AbortController();
  const run = async (transaction: StateTransactionScope) => {
    await transaction.put({ key, value: 1 });
    controller.abort(new Error('enough'));
  };
  await expect(store.transact(run, { signal: controller.signal })).rejects.toThrow('enough');
  expect(await store.load(key)).toBeUndefined();
});

test.each([-1, 1.5, Number.NaN, maxTransactRetries + 1])('%s retries are refused', async (retries) => {
  const { store } = await setUp();
  await expect(store.transact(() => undefined, { retries })).rejects.toMatchObject({
    code: 'invalid-request',
  });
});

test('1000 retries are taken', async () => {
  const { store } = await setUp();
  expect(maxTransactRetries).toBe(1000);
  expect(await store.transact(() => 'done', { retries: maxTransactRetries })).toBe('done');
});
