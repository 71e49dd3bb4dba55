import { maxListLimit } from '../limits.js';
import { stateKey } from '../model/state-key.js';
import * as assert from './assert.js';
import {
  type ConformanceTopic,
  commitRecords,
  readKeys,
  refusal,
  testKey,
  testNamespace,
  testRecord,
} from './conformance-case.js';

export const listCases: ConformanceTopic = {
  'records ascend by the bytes of their keys in UTF-8, not by UTF-16': async (store) => {
    const ascending = ['A', 'Z', 'a', 'a!', 'aa', 'é', '\u{e000}', '\u{fffd}', '\u{10000}', '\u{1f600}'];
    await commitRecords(store, Object.fromEntries([...ascending].reverse().map((key) => [key, 1])));
    assert.deepEqual(await readKeys(store), ascending);
    assert.deepEqual(await readKeys(store, { after: '\u{fffd}' }), ['\u{10000}', '\u{1f600}']);
    const transaction = await store.beginTransaction();
    await transaction.put(testRecord('\u{f000}', 1));
    assert.deepEqual(await readKeys(transaction, { after: '\u{e000}' }), [
      '\u{f000}',
      '\u{fffd}',
      '\u{10000}',
      '\u{1f600}',
    ]);
    await transaction.rollback();
  },
  'a prefix selects whole keys that begin with it, and namespaces do not mix': async (store) => {
    await commitRecords(store, { p: 1, 'p/a': 1, 'p/b': 1, p0: 1, o: 1 });
    const other = await store.beginTransaction();
    await other.put({ key: stateKey('other', 'p/c'), value: 1 });
    await other.commit();
    assert.deepEqual(await readKeys(store, { prefix: 'p/' }), ['p/a', 'p/b']);
    assert.deepEqual(await readKeys(store, { prefix: 'p/', after: 'a' }), ['p/a', 'p/b']);
    assert.deepEqual(await readKeys(store, { prefix: 'p/', after: 'p/a' }), ['p/b']);
    assert.deepEqual(await readKeys(store, { prefix: 'p/', after: 'q' }), []);
    assert.deepEqual(await readKeys(store, { prefix: 'none' }), []);
  },
  'pages follow one another, and next is there exactly when more records are': async (store) => {
    await commitRecords(store, { a: 1, b: 1, c: 1, d: 1 });
    const first = await store.list({ namespace: testNamespace, limit: 2 });
    assert.equal(first.next, 'b');
    const second = await store.list({ namespace: testNamespace, limit: 2, after: first.next });
    assert.deepEqual(
      second.snapshots.map(({ record }) => record.key.key),
      ['c', 'd'],
    );
    assert.equal('next' in second, false);
  },
  'a cursor stays right while others write before and after it, and when its own record is deleted': async (
    store,
  ) => {
    await commitRecords(store, { b: 1, d: 1, f: 1 });
    const { next } = await store.list({ namespace: testNamespace, limit: 2 });
    await commitRecords(store, { a: 1, c: 1, e: 1 });
    const transaction = await store.beginTransaction();
    await transaction.delete(testKey('d'));
    await transaction.commit();
    assert.deepEqual(await readKeys(store, { after: next ?? '' }), ['e', 'f']);
  },
  'a page of a transaction counts its own writes and deletions': async (store) => {
    await commitRecords(store, { a: 1, b: 1, c: 1, d: 1 });
    const transaction = await store.beginTransaction();
    await transaction.delete(testKey('a'));
    await transaction.put(testRecord('bb', 1));
    const page = await transaction.list({ namespace: testNamespace, limit: 2 });
    assert.deepEqual(
      page.snapshots.map(({ record }) => record.key.key),
      ['b', 'bb'],
    );
    assert.equal(page.next, 'bb');
    assert.deepEqual(await readKeys(transaction, { after: 'bb' }), ['c', 'd']);
    await transaction.rollback();
  },
  'a limit of 1 and of 1,000 is taken, 0, 1,001 and a fraction are refused': async (store) => {
    await commitRecords(store, { a: 1 });
    assert.deepEqual(await readKeys(store, { limit: 1 }), ['a']);
    assert.deepEqual(await readKeys(store, { limit: maxListLimit }), ['a']);
    const transaction = await store.beginTransaction();
    for (const limit of [0, maxListLimit + 1, 1.5, Number.NaN]) {
      await refusal(store.list({ namespace: testNamespace, limit }), 'invalid-request');
      await refusal(transaction.list({ namespace: testNamespace, limit }), 'invalid-request');
    }
    await transaction.rollback();
  },
  'a prefix and a cursor that no key could have are refused': async (store) => {
    for (const text of ['\n', '\ud800', 'x'.repeat(1025)]) {
      await refusal(store.list({ namespace: testNamespace, limit: 1, prefix: text }), 'invalid-request');
      await refusal(store.list({ namespace: testNamespace, limit: 1, after: text }), 'invalid-request');
    }
  },
};
