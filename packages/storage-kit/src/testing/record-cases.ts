import { maxKeyBytes, maxNamespaceBytes, maxValueBytes, maxValueDepth } from '../limits.js';
import type { JsonValue } from '../model/json-value.js';
import * as assert from './assert.js';
import {
  type ConformanceTopic,
  commitRecords,
  readValue,
  refusal,
  testKey,
  testRecord,
} from './conformance-case.js';

class Instance {
  readonly member = 1;
}

export const recordCases: ConformanceTopic = {
  'every kind of JSON comes back as it was': async (store) => {
    const value = {
      '': [null, true, false, 0, -1.5, 1e300, 'text', 'é\u{1f600}\u0000\n"\\', [], {}],
      nested: { deep: [{ er: [[]] }] },
    };
    await commitRecords(store, { a: value, b: null, c: 'plain' });
    assert.deepEqual(await readValue(store, 'a'), value);
    assert.equal(await readValue(store, 'b'), null);
    assert.equal(await readValue(store, 'c'), 'plain');
  },
  'names such as __proto__ are data and come back as data': async (store) => {
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":2}') as JsonValue;
    const transaction = await store.beginTransaction();
    await transaction.put(testRecord('__proto__', value));
    await transaction.commit();
    const read = await readValue(store, '__proto__');
    assert.equal(JSON.stringify(read), JSON.stringify(value));
    assert.deepEqual(Object.keys(Object(read)), ['__proto__', 'constructor', 'toString']);
    assert.equal('polluted' in {}, false);
  },
  'what is not JSON is refused with its place, and the transaction goes on': async (store) => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const withHole: unknown[] = [1];
    withHole[2] = 2;
    const hostile: readonly unknown[] = [
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      Symbol('s'),
      () => 1,
      new Date(0),
      new Map(),
      new Instance(),
      '\ud800',
      cycle,
      withHole,
      { '\udc00': 1 },
      { [Symbol('s')]: 1 },
    ];
    const transaction = await store.beginTransaction();
    for (const value of hostile) {
      const put = transaction.put(testRecord('a', { list: [value] } as JsonValue));
      const error = await refusal(put, 'invalid-value');
      assert.ok(error.path?.startsWith('$.list[0]'), error.path);
    }
    await transaction.put(testRecord('a', 'sound'));
    await transaction.commit();
    assert.equal(await readValue(store, 'a'), 'sound');
  },
  'one object in two places is no cycle': async (store) => {
    const shared = { x: 1 };
    await commitRecords(store, { a: [shared, { shared }] });
    assert.deepEqual(await readValue(store, 'a'), [{ x: 1 }, { shared: { x: 1 } }]);
  },
  'a value nests to its limit and no deeper': async (store) => {
    const deepest = nested(maxValueDepth);
    await commitRecords(store, { a: deepest });
    assert.deepEqual(await readValue(store, 'a'), deepest);
    await refusal(commitRecords(store, { b: nested(maxValueDepth + 1) }), 'invalid-value');
  },
  'a value of 4 MiB is stored and one byte more is refused, counted in UTF-8': async (store) => {
    const quotes = 2;
    const ascii = 'x'.repeat(maxValueBytes - quotes);
    await commitRecords(store, { a: ascii });
    assert.equal(await readValue(store, 'a'), ascii);
    const error = await refusal(commitRecords(store, { b: `${ascii}x` }), 'record-too-large');
    assert.equal(error.limit, maxValueBytes);
    assert.equal(error.actual, maxValueBytes + 1);
    const twoBytes = 'é'.repeat((maxValueBytes - quotes) / 2);
    await commitRecords(store, { c: twoBytes });
    assert.equal(await readValue(store, 'c'), twoBytes);
    await refusal(commitRecords(store, { d: `${twoBytes}x` }), 'record-too-large');
  },
  'a key of 1,024 bytes is taken; longer ones, an empty one and those with control characters are refused':
    async (store) => {
      for (const key of ['k'.repeat(maxKeyBytes), 'é'.repeat(maxKeyBytes / 2), ' ', '/']) {
        await commitRecords(store, { [key]: key });
        assert.equal(await readValue(store, key), key);
      }
      const transaction = await store.beginTransaction();
      for (const text of [
        '',
        'k'.repeat(maxKeyBytes + 1),
        'é'.repeat(maxKeyBytes / 2 + 1),
        'a\u0000',
        'a\n',
        '\u0085',
        '\ud800',
      ]) {
        const key = { namespace: 'conformance', key: text };
        await refusal(store.load(key), 'invalid-key');
        await refusal(transaction.load(key), 'invalid-key');
        await refusal(transaction.put({ key, value: 1 }), 'invalid-key');
        await refusal(transaction.delete(key), 'invalid-key');
      }
      await transaction.rollback();
    },
  'a namespace of 64 bytes is taken; longer ones and those with other characters are refused': async (
    store,
  ) => {
    for (const namespace of ['n', 'n0-_.', 'n'.repeat(maxNamespaceBytes)]) {
      const transaction = await store.beginTransaction();
      await transaction.put({ key: { namespace, key: 'k' }, value: namespace });
      await transaction.commit();
      assert.equal((await store.load({ namespace, key: 'k' }))?.record.value, namespace);
    }
    for (const namespace of ['', '0n', '-n', 'N', 'n n', 'é', 'n/', 'n'.repeat(maxNamespaceBytes + 1)]) {
      await refusal(store.load({ namespace, key: 'k' }), 'invalid-key');
      await refusal(store.list({ namespace, limit: 1 }), 'invalid-key');
    }
  },
  'deleting what is not there is harmless, and what was deleted can be written again': async (store) => {
    const first = await store.beginTransaction();
    await first.delete(testKey('a'));
    await first.commit();
    await commitRecords(store, { a: 1 });
    assert.equal(await readValue(store, 'a'), 1);
  },
};

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}
