import type { StateStoreBackend } from '../contract/state-store-backend.js';
import { isStateStoreError } from '../errors/state-store-error.js';
import { transact } from '../transaction/transact.js';
import * as assert from './assert.js';
import {
  type ConformanceTopic,
  commitRecords,
  readValue,
  refusal,
  testKey,
  testNamespace,
  testRecord,
} from './conformance-case.js';

export const lifecycleCases: ConformanceTopic = {
  'a rollback leaves nothing behind': async (store) => {
    await commitRecords(store, { a: 1 });
    const transaction = await store.beginTransaction();
    await transaction.put(testRecord('a', 2));
    await transaction.put(testRecord('b', 2));
    await transaction.rollback();
    assert.equal(await readValue(store, 'a'), 1);
    assert.equal(await readValue(store, 'b'), undefined);
  },
  'a transaction that was disposed of is rolled back, and disposing of one that has ended is harmless':
    async (store) => {
      const dropped = await store.beginTransaction();
      await dropped.put(testRecord('a', 1));
      await dropped[Symbol.asyncDispose]();
      await dropped[Symbol.asyncDispose]();
      assert.equal(await readValue(store, 'a'), undefined);
      const committed = await store.beginTransaction();
      await committed.put(testRecord('a', 2));
      await committed.commit();
      await committed[Symbol.asyncDispose]();
      assert.equal(await readValue(store, 'a'), 2);
    },
  'a transaction that has ended takes nothing more': async (store) => {
    const committed = await store.beginTransaction();
    await committed.commit();
    const rolledBack = await store.beginTransaction();
    await rolledBack.rollback();
    for (const transaction of [committed, rolledBack]) {
      await refusal(transaction.load(testKey('a')), 'transaction-ended');
      await refusal(transaction.list({ namespace: testNamespace, limit: 1 }), 'transaction-ended');
      await refusal(transaction.put(testRecord('a', 1)), 'transaction-ended');
      await refusal(transaction.delete(testKey('a')), 'transaction-ended');
      await refusal(transaction.commit(), 'transaction-ended');
      await refusal(transaction.rollback(), 'transaction-ended');
    }
  },
  'an operation with an aborted signal rejects with its reason and changes nothing': async (store) => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    assert.equal(await assert.rejection(store.load(testKey('a'), { signal }), 'the reason'), reason);
    assert.equal(
      await assert.rejection(store.list({ namespace: testNamespace, limit: 1 }, { signal }), 'the reason'),
      reason,
    );
    assert.equal(await assert.rejection(store.beginTransaction({ signal }), 'the reason'), reason);
    const transaction = await store.beginTransaction();
    await transaction.put(testRecord('a', 1));
    assert.equal(await assert.rejection(transaction.commit({ signal }), 'the reason'), reason);
    await transaction[Symbol.asyncDispose]();
    assert.equal(await readValue(store, 'a'), undefined);
  },
  'counters raised by many at once through transact lose nothing': async (store) => {
    const writers = 8;
    const rounds = 5;
    const raise = () =>
      transact(
        store,
        async (transaction) => {
          const count = Number((await readValue(transaction, 'counter')) ?? 0) + 1;
          await transaction.put(testRecord('counter', count));
        },
        { retries: 100 },
      );
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (let round = 0; round < rounds; round += 1) await raise();
      }),
    );
    assert.equal(await readValue(store, 'counter'), writers * rounds);
  },
  'closing waits for the commits under way, refuses what comes later, and may be repeated': async (store) => {
    if (store.close === undefined) return;
    const open = await store.beginTransaction();
    await open.put(testRecord('late', 1));
    const underWay = await store.beginTransaction();
    await underWay.put(testRecord('a', 1));
    const commit = underWay.commit();
    await Promise.all([store.close(), store.close()]);
    assert.ok((await commit).revision > 0);
    await store.close();
    for (const promise of afterClose(store)) await refusal(promise, 'closed');
    await refusal(open.commit(), 'closed');
    await open[Symbol.asyncDispose]();
  },
  'an error says whose it is, what was refused, why, and what to do': async (store) => {
    const error = await refusal(store.list({ namespace: testNamespace, limit: 0 }), 'invalid-request');
    assert.ok(isStateStoreError(error));
    assert.match(error.message, /0 .*refused.*1 to 1000/);
  },
};

function afterClose(store: StateStoreBackend): readonly Promise<unknown>[] {
  return [
    store.load(testKey('a')),
    store.list({ namespace: testNamespace, limit: 1 }),
    store.beginTransaction(),
    ...(store.stats === undefined ? [] : [store.stats()]),
  ];
}
