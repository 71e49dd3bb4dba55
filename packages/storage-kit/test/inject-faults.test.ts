import { describe, expect, test } from 'vitest';
import { StateStore, StateStoreError, transact } from '../src/index.js';
import { injectFaults, type StoreFaults, type StoreStep, storeConformance } from '../src/testing/index.js';
import { commitValue, readValue, testKey } from './disk-store.js';

async function open(faults: StoreFaults = {}) {
  return injectFaults(await StateStore.connect({ backend: 'memory' }), faults);
}

describe('without a fault it is the store that it was', () => {
  for (const { name, run } of storeConformance({ open })) test(name, run);
});

test('every operation of a store and of its transactions is told before and after', async () => {
  const told: string[] = [];
  const tell =
    (when: string) =>
    ({ operation, inTransaction, key }: StoreStep): void => {
      told.push(`${when} ${operation}${inTransaction ? ' in a transaction' : ''} ${key?.key ?? ''}`.trim());
    };
  const store = await open({ before: tell('before'), after: tell('after') });
  await store.load(testKey('a'));
  await store.list({ namespace: 'test', limit: 1 });
  const transaction = await store.beginTransaction();
  await transaction.load(testKey('a'));
  await transaction.list({ namespace: 'test', limit: 1 });
  await transaction.put({ key: testKey('b'), value: 1 });
  await transaction.delete(testKey('c'));
  await transaction.commit();
  await (await store.beginTransaction()).rollback();
  const steps = [
    'load a',
    'list',
    'beginTransaction',
    'load in a transaction a',
    'list in a transaction',
    'put in a transaction b',
    'delete in a transaction c',
    'commit in a transaction',
    'beginTransaction',
    'rollback in a transaction',
  ];
  expect(told).toEqual(steps.flatMap((step) => [`before ${step}`, `after ${step}`]));
});

test('a conflict before a commit is one that transact runs again after', async () => {
  let commits = 0;
  const store = await open({
    before: ({ operation }) => {
      if (operation !== 'commit') return;
      commits += 1;
      if (commits === 1) throw new StateStoreError('transaction-conflict', 'Another was faster');
    },
  });
  await transact(
    store,
    (transaction) => transaction.put({ key: testKey('a'), value: 1 }),
    {},
    { random: () => 0 },
  );
  expect(commits).toBe(2);
  expect(await readValue(store, 'a')).toBe(1);
});

test('a failure after a commit leaves what was committed', async () => {
  const store = await open({
    after: ({ operation }) => {
      if (operation === 'commit') throw new StateStoreError('io', 'The connection was lost');
    },
  });
  await expect(commitValue(store, 'a', 1)).rejects.toMatchObject({ code: 'io' });
  expect(await readValue(store, 'a')).toBe(1);
});

test('an operation waits for what its fault waits for', async () => {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const store = await open({ before: ({ operation }) => (operation === 'load' ? gate : undefined) });
  const order: string[] = [];
  const load = store.load(testKey('a')).then(() => order.push('loaded'));
  await store.list({ namespace: 'test', limit: 1 });
  order.push('listed');
  go();
  await load;
  expect(order).toEqual(['listed', 'loaded']);
});
