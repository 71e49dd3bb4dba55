import type { StateTransactionBackend } from '../contract/state-store-backend.js';
import * as assert from './assert.js';
import {
  type ConformanceTopic,
  commitRecords,
  readKeys,
  readValue,
  refusal,
  testKey,
  testNamespace,
  testRecord,
} from './conformance-case.js';

export const conflictCases: ConformanceTopic = {
  'begin, foreign commit, first read of the old value, commit: exactly one conflict, which names the key':
    async (store) => {
      await commitRecords(store, { a: 'old' });
      const transaction = await store.beginTransaction();
      await commitRecords(store, { a: 'foreign' });
      assert.equal(await readValue(transaction, 'a'), 'old');
      await transaction.put(testRecord('b', 'derived'));
      const error = await refusal(transaction.commit(), 'transaction-conflict');
      assert.deepEqual({ ...error.key }, { ...testKey('a') });
      await refusal(transaction.commit(), 'transaction-ended');
      assert.equal(await readValue(store, 'a'), 'foreign');
      assert.equal(await readValue(store, 'b'), undefined);
    },
  'nothing but commit raises a conflict': async (store) => {
    await commitRecords(store, { a: 1 });
    const transaction = await store.beginTransaction();
    await readValue(transaction, 'a');
    await commitRecords(store, { a: 2, b: 2 });
    await transaction.put(testRecord('a', 3));
    await transaction.delete(testKey('b'));
    assert.equal(await readValue(transaction, 'a'), 3);
    assert.deepEqual(await readKeys(transaction), ['a']);
    await refusal(transaction.commit(), 'transaction-conflict');
  },
  'of two blind writes to one record that overlap, the second conflicts': async (store) => {
    const [first, second] = [await store.beginTransaction(), await store.beginTransaction()];
    await first.put(testRecord('a', 'first'));
    await second.delete(testKey('a'));
    await first.commit();
    const error = await refusal(second.commit(), 'transaction-conflict');
    assert.deepEqual({ ...error.key }, { ...testKey('a') });
    assert.equal(await readValue(store, 'a'), 'first');
  },
  'a deletion by another is a conflict for those who read the record': async (store) => {
    await commitRecords(store, { a: 1 });
    const transaction = await store.beginTransaction();
    await readValue(transaction, 'a');
    const other = await store.beginTransaction();
    await other.delete(testKey('a'));
    await other.commit();
    await transaction.put(testRecord('b', 1));
    await refusal(transaction.commit(), 'transaction-conflict');
  },
  'a record that was read as absent and then appeared is a conflict': async (store) => {
    const transaction = await store.beginTransaction();
    assert.equal(await readValue(transaction, 'a'), undefined);
    await commitRecords(store, { a: 1 });
    await transaction.put(testRecord('b', 1));
    await refusal(transaction.commit(), 'transaction-conflict');
  },
  'a phantom in a range that was listed is a conflict, whether it appeared or vanished': async (store) => {
    await commitRecords(store, { 'p/b': 1, 'q/a': 1 });
    const appeared = await store.beginTransaction();
    assert.deepEqual(await readKeys(appeared, { prefix: 'p/' }), ['p/b']);
    await commitRecords(store, { 'p/c': 1 });
    await appeared.put(testRecord('x', 1));
    const error = await refusal(appeared.commit(), 'transaction-conflict');
    assert.equal(error.key?.key, 'p/c');

    const vanished = await store.beginTransaction();
    assert.deepEqual(await readKeys(vanished, { prefix: 'p/' }), ['p/b', 'p/c']);
    const other = await store.beginTransaction();
    await other.delete(testKey('p/b'));
    await other.commit();
    await vanished.put(testRecord('x', 1));
    await refusal(vanished.commit(), 'transaction-conflict');
  },
  'a write outside the range that was listed, or behind the end of its page, is no conflict': async (
    store,
  ) => {
    await commitRecords(store, { 'p/a': 1, 'p/b': 1, 'p/c': 1, 'p/d': 1 });
    const transaction = await store.beginTransaction();
    await readKeys(transaction, { prefix: 'p/', after: 'p/a', limit: 1 });
    await commitRecords(store, { 'p/a': 2, 'p/d': 2, 'q/a': 1 });
    await transaction.put(testRecord('x', 1));
    await transaction.commit();
    assert.equal(await readValue(store, 'x'), 1);
  },
  'write skew is impossible: of two that each read what the other writes, one conflicts': async (store) => {
    await commitRecords(store, { a: 1, b: 1 });
    const [first, second] = [await store.beginTransaction(), await store.beginTransaction()];
    await readValue(first, 'a');
    await readValue(second, 'b');
    await first.put(testRecord('b', 0));
    await second.put(testRecord('a', 0));
    await first.commit();
    await refusal(second.commit(), 'transaction-conflict');
  },
  'transactions that touch different records do not conflict': async (store) => {
    await commitRecords(store, { a: 1, b: 1 });
    const [first, second] = [await store.beginTransaction(), await store.beginTransaction()];
    await readValue(first, 'a');
    await first.put(testRecord('a', 2));
    await readValue(second, 'b');
    await second.put(testRecord('b', 2));
    const revisions = await Promise.all([first.commit(), second.commit()]);
    assert.notEqual(revisions[0].revision, revisions[1].revision);
  },
  'of commits at the same moment that write one record exactly one succeeds': async (store) => {
    const transactions: StateTransactionBackend[] = [];
    for (let each = 0; each < 8; each += 1) {
      const transaction = await store.beginTransaction();
      await readValue(transaction, 'counter');
      await transaction.put(testRecord('counter', each));
      transactions.push(transaction);
    }
    const outcomes = await Promise.allSettled(transactions.map((transaction) => transaction.commit()));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  },
  'a transaction that only read commits, whatever was committed meanwhile': async (store) => {
    const revision = await commitRecords(store, { a: 1 });
    const transaction = await store.beginTransaction();
    await readValue(transaction, 'a');
    await transaction.list({ namespace: testNamespace, limit: 10 });
    await commitRecords(store, { a: 2 });
    assert.deepEqual(await transaction.commit(), { revision });
  },
};
