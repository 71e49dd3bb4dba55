import { expect, test } from 'vitest';
import { systemClock } from '../contract/clock.js';
import type { StateTransactionBackend } from '../contract/state-store-backend.js';
import {
  maxOpenTransactions,
  maxTransactionBytes,
  maxTransactionChanges,
  maxTransactionReads,
} from '../limits.js';
import { MemoryTable } from '../memory/memory-table.js';
import type { JsonValue } from '../model/json-value.js';
import { stateKey } from '../model/state-key.js';
import { SnapshotStore, type SnapshotStoreParts } from './snapshot-store.js';

function open(parts: Partial<SnapshotStoreParts> = {}): SnapshotStore {
  return new SnapshotStore({ table: new MemoryTable(), maxBytes: 1e9, clock: systemClock, ...parts });
}

const key = (text: string) => stateKey('test', text);

async function commitValue(store: SnapshotStore, name: string, value: JsonValue): Promise<void> {
  const transaction = await store.beginTransaction();
  await transaction.put({ key: key(name), value });
  await transaction.commit();
}

test('no history is kept when no transaction is open', async () => {
  const store = open();
  for (let round = 0; round < 10; round += 1) await commitValue(store, 'a', round);
  expect(await store.stats()).toMatchObject({ historyBytes: 0, openTransactions: 0, revision: 10 });
});

test('history is kept for the oldest open transaction and freed when it ends, in whatever order they end', async () => {
  const store = open();
  const transactions: StateTransactionBackend[] = [];
  for (let round = 0; round < 5; round += 1) {
    await commitValue(store, 'a', round);
    transactions.push(await store.beginTransaction());
  }
  await commitValue(store, 'a', 'last');
  expect(await store.stats()).toMatchObject({ openTransactions: 5 });
  for (const index of [2, 0, 4, 1]) {
    const transaction = transactions[index];
    expect((await transaction?.load(key('a')))?.record.value).toBe(index);
    await transaction?.rollback();
  }
  expect((await store.stats()).historyBytes).toBeGreaterThan(0);
  expect((await transactions[3]?.load(key('a')))?.record.value).toBe(3);
  await transactions[3]?.rollback();
  expect(await store.stats()).toMatchObject({ historyBytes: 0, openTransactions: 0 });
});

test('when history outgrows its bound the oldest transaction is ended, and younger ones go on', async () => {
  const store = open({ maxHistoryBytes: 30_000 });
  const value = 'x'.repeat(10_000);
  await commitValue(store, 'a', value);
  const oldest = await store.beginTransaction();
  await oldest.put({ key: key('b'), value: 1 });
  await commitValue(store, 'a', value);
  const younger = await store.beginTransaction();
  await commitValue(store, 'a', 'short');
  for (const operation of [
    () => oldest.load(key('a')),
    () => oldest.list({ namespace: 'test', limit: 1 }),
    () => oldest.put({ key: key('c'), value: 1 }),
    () => oldest.commit(),
  ]) {
    await expect(operation()).rejects.toMatchObject({ code: 'transaction-ended' });
  }
  await oldest[Symbol.asyncDispose]();
  expect((await younger.load(key('a')))?.record.value).toBe(value);
  await younger.rollback();
  expect(await store.stats()).toMatchObject({ historyBytes: 0, openTransactions: 0 });
});

test('as many transactions as the limit are open at once, and one more is refused as unavailable', async () => {
  const store = open();
  const transactions: StateTransactionBackend[] = [];
  for (let each = 0; each < maxOpenTransactions; each += 1) transactions.push(await store.beginTransaction());
  await expect(store.beginTransaction()).rejects.toMatchObject({
    code: 'unavailable',
    limit: maxOpenTransactions,
  });
  await transactions[0]?.rollback();
  await store.beginTransaction();
});

test('a transaction writes as many records as the limit, and one more is refused', async () => {
  const store = open();
  const transaction = await store.beginTransaction();
  for (let each = 0; each < maxTransactionChanges; each += 1) {
    await transaction.put({ key: key(`k${each}`), value: each });
  }
  await transaction.put({ key: key('k0'), value: 'again' });
  await expect(transaction.put({ key: key('more'), value: 1 })).rejects.toMatchObject({
    code: 'invalid-request',
    limit: maxTransactionChanges,
  });
  await transaction.commit();
  expect((await store.load(key('k0')))?.record.value).toBe('again');
});

test('a transaction writes 64 MiB of keys and values, and not a byte more', async () => {
  const store = open();
  const transaction = await store.beginTransaction();
  const records = 16;
  const around = 'test'.length + 'k00'.length + '""'.length;
  const value = 'x'.repeat(maxTransactionBytes / records - around);
  for (let each = 0; each < records; each += 1) {
    await transaction.put({ key: key(`k${String(each).padStart(2, '0')}`), value });
  }
  await expect(transaction.put({ key: key('k00'), value: `${value}x` })).rejects.toMatchObject({
    code: 'invalid-request',
    limit: maxTransactionBytes,
    actual: maxTransactionBytes + 1,
  });
  await transaction.commit();
  expect((await store.stats()).bytes).toBeGreaterThan(maxTransactionBytes - 100);
});

test('a transaction reads as many keys as the limit, and one more is refused', async () => {
  const store = open();
  const transaction = await store.beginTransaction();
  for (let each = 0; each < maxTransactionReads; each += 1) await transaction.load(key(`k${each}`));
  await transaction.load(key('k0'));
  await expect(transaction.load(key('more'))).rejects.toMatchObject({ code: 'invalid-request' });
});

test('a store in memory at its byte cap refuses growth with store-full, and takes deletions', async () => {
  const store = open({ maxBytes: 1000 });
  const fitting = 'x'.repeat(1000 - 'test'.length - 'a'.length - 2);
  await expect(commitValue(store, 'a', `${fitting}x`)).rejects.toMatchObject({
    code: 'store-full',
    limit: 1000,
  });
  await commitValue(store, 'a', fitting);
  await expect(commitValue(store, 'b', 1)).rejects.toMatchObject({ code: 'store-full' });
  const transaction = await store.beginTransaction();
  await transaction.delete(key('a'));
  await transaction.commit();
  await commitValue(store, 'b', 1);
});

test('a table that fails to apply a commit stops further writes', async () => {
  class FailingTable extends MemoryTable {
    override apply(): void {
      throw new Error('no memory left');
    }
  }
  const store = open({ table: new FailingTable() });
  await expect(commitValue(store, 'a', 1)).rejects.toThrow('no memory left');
  await expect(commitValue(store, 'a', 1)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await store.stats()).failure).toBe('no memory left');
});

test('now is the time of the clock given', async () => {
  const store = open({ clock: { ...systemClock, now: () => 1234 } });
  expect(await store.now()).toBe(1234);
});
