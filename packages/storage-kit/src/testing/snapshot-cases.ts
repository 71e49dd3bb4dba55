import * as assert from './assert.js';
import {
  type ConformanceTopic,
  commitRecords,
  readKeys,
  readValue,
  testKey,
  testRecord,
} from './conformance-case.js';

export const snapshotCases: ConformanceTopic = {
  'a transaction reads the state of its beginning, however late its first read comes': async (store) => {
    await commitRecords(store, { a: 'old', gone: 'old' });
    const reader = await store.beginTransaction();
    const writer = await store.beginTransaction();
    await writer.put(testRecord('a', 'new'));
    await writer.put(testRecord('added', 'new'));
    await writer.delete(testKey('gone'));
    await writer.commit();
    assert.equal(await readValue(reader, 'a'), 'old');
    assert.equal(await readValue(reader, 'gone'), 'old');
    assert.equal(await readValue(reader, 'added'), undefined);
    assert.deepEqual(await readKeys(reader), ['a', 'gone']);
    assert.deepEqual(await readKeys(store), ['a', 'added']);
    await reader.commit();
  },
  'an old snapshot stays readable through many later commits': async (store) => {
    const first = await commitRecords(store, { a: 0 });
    const reader = await store.beginTransaction();
    for (let round = 1; round <= 20; round += 1) await commitRecords(store, { a: round });
    const middle = await store.beginTransaction();
    await commitRecords(store, { a: 'last' });
    assert.deepEqual(await reader.load(testKey('a')), { record: testRecord('a', 0), revision: first });
    assert.equal(await readValue(middle, 'a'), 20);
    assert.equal(await readValue(store, 'a'), 'last');
    await reader.rollback();
    assert.equal(await readValue(middle, 'a'), 20);
    await middle.rollback();
  },
  'a transaction sees its own writes and nobody else does before the commit': async (store) => {
    await commitRecords(store, { a: 1, b: 1 });
    const transaction = await store.beginTransaction();
    await transaction.put(testRecord('c', 1));
    await transaction.put(testRecord('a', 2));
    await transaction.delete(testKey('b'));
    assert.equal(await readValue(transaction, 'a'), 2);
    assert.equal(await readValue(transaction, 'b'), undefined);
    assert.deepEqual(await readKeys(transaction), ['a', 'c']);
    assert.deepEqual(await readKeys(store), ['a', 'b']);
    await transaction.commit();
    assert.deepEqual(await readKeys(store), ['a', 'c']);
  },
  'the last write of a record in a transaction counts': async (store) => {
    await commitRecords(store, { a: 1 });
    const transaction = await store.beginTransaction();
    await transaction.delete(testKey('a'));
    await transaction.put(testRecord('a', 2));
    await transaction.put(testRecord('b', 1));
    await transaction.delete(testKey('b'));
    await transaction.commit();
    assert.deepEqual(await readKeys(store), ['a']);
    assert.equal(await readValue(store, 'a'), 2);
  },
  'revisions grow with each commit and every record of a commit bears its revision': async (store) => {
    const first = await commitRecords(store, { a: 1, b: 1 });
    const second = await commitRecords(store, { b: 2 });
    assert.ok(second > first);
    assert.equal((await store.load(testKey('a')))?.revision, first);
    assert.equal((await store.load(testKey('b')))?.revision, second);
  },
  'what was put is copied at once, and what was read belongs to the reader': async (store) => {
    const value = { items: [1] };
    const transaction = await store.beginTransaction();
    await transaction.put(testRecord('a', value));
    value.items.push(2);
    await transaction.commit();
    const read = (await store.load(testKey('a')))?.record.value;
    assert.deepEqual(read, { items: [1] });
    Object.assign(Object(read), { items: 'changed' });
    assert.deepEqual(await readValue(store, 'a'), { items: [1] });
  },
};
