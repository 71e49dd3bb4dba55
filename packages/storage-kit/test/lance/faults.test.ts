import { setTimeout } from 'node:timers/promises';
import { connect } from '@lancedb/lancedb';
import { expect, test } from 'vitest';
import { type JsonValue, type StateStoreBackend, stateKey } from '../../src/index.js';
import { type Fault, type Faults, openEngine } from './lance-engine.js';
import { lanceFolder } from './lance-folder.js';

const large = 'x'.repeat(40_000);

async function put(store: StateStoreBackend, key: string, value: JsonValue): Promise<number> {
  const transaction = await store.beginTransaction();
  await transaction.put({ key: stateKey('test', key), value });
  return (await transaction.commit()).revision;
}

async function valueIn(store: StateStoreBackend, key: string): Promise<JsonValue | undefined> {
  return (await store.load(stateKey('test', key)))?.record.value;
}

/** The fault, for so many operations; after that all goes well. */
function times(count: number, fault: Fault): Fault {
  let left = count;
  return (operation) => {
    left -= 1;
    return left >= 0 ? fault(operation) : operation();
  };
}

const failBefore: Fault = async () => {
  throw new Error('Too many concurrent writers');
};
const failAfter: Fault = async (operation) => {
  await operation();
  throw new Error('merge insert timed out');
};

test.each([
  ['that failed before it was applied', times(2, failBefore)],
  ['that was applied and then reported as failed', times(1, failAfter)],
])('a commit %s is committed once', async (_name, swap) => {
  const location = await lanceFolder();
  await using store = Object.assign(await openEngine(location, { faults: { swap } }), {
    [Symbol.asyncDispose]: () => store.close(),
  });
  expect(await put(store, 'a', 1)).toBe(1);
  expect(await put(store, 'a', 2)).toBe(2);
  expect(await valueIn(store, 'a')).toBe(2);
});

test('a commit that Lance reports as written though another came first is written behind it', async () => {
  const location = await lanceFolder();
  const other = await openEngine(location);
  const swap = times(1, async () => {
    await put(other, 'b', 'first');
    return { numUpdatedRows: 1 };
  });
  const store = await openEngine(location, { faults: { swap } });
  expect(await put(store, 'a', 'second')).toBe(2);
  expect([await valueIn(other, 'a'), await valueIn(other, 'b')]).toEqual(['second', 'first']);
  await Promise.all([store.close(), other.close()]);
});

test('a commit whose outcome cannot be found out is io and says so', async () => {
  const faults: Faults = { swap: failBefore };
  const store = await openEngine(await lanceFolder(), { faults });
  await expect(put(store, 'a', 1)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('outcome of the commit'),
  });
  delete faults.swap;
  expect(await put(store, 'a', 2)).toBe(1);
  await store.close();
});

test('a commit that others always come before is unavailable in the end, and was never committed', async () => {
  const location = await lanceFolder();
  const other = await openEngine(location);
  const faults: Faults = {
    swap: async () => {
      await put(other, 'b', 'again');
      return { numUpdatedRows: 0 };
    },
  };
  const store = await openEngine(location, { faults });
  await expect(put(store, 'a', 1)).rejects.toMatchObject({ code: 'unavailable', limit: 64 });
  expect(await valueIn(store, 'a')).toBeUndefined();
  await Promise.all([store.close(), other.close()]);
});

test('a large commit gets its turn beside another store that commits small ones without a pause', async () => {
  const location = await lanceFolder();
  const other = await openEngine(location);
  const faults: Faults = {};
  const store = await openEngine(location, { faults });
  const finished = new AbortController();
  let small = 0;
  const committing = (async () => {
    while (!finished.signal.aborted) small = await put(other, 'b', 'again');
  })();
  // The rows take longer than the small commits in between, unless the other waits.
  faults.add = async (operation) => {
    const before = small;
    const result = await operation();
    for (let turn = 0; turn < 40 && small === before; turn += 1) await setTimeout(5);
    return result;
  };
  expect(await put(store, 'a', large)).toBeGreaterThan(1);
  finished.abort();
  await committing;
  expect(await valueIn(other, 'a')).toBe(large);
  await Promise.all([store.close(), other.close()]);
});

test.each([
  ['added though they are not', times(2, async () => ({ version: 1 }))],
  ['not added though they are', times(2, failAfter)],
])('a large commit whose rows are reported as %s is committed once', async (_name, add) => {
  const store = await openEngine(await lanceFolder(), { faults: { add } });
  expect(await put(store, 'a', large)).toBe(1);
  const { snapshots } = await store.list({ namespace: 'test', limit: 10 });
  expect(snapshots).toEqual([{ record: { key: stateKey('test', 'a'), value: large }, revision: 1 }]);
  await store.close();
});

test('a large commit whose rows cannot be added is io, and nothing of it was committed', async () => {
  const store = await openEngine(await lanceFolder(), { faults: { add: failAfter } });
  await expect(put(store, 'a', large)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('Nothing was committed'),
  });
  expect(await valueIn(store, 'a')).toBeUndefined();
  expect(await put(store, 'a', 'small')).toBe(1);
  await store.close();
});

test('when no room can be made in the head, commits are refused and nothing is lost', async () => {
  const faults: Faults = { add: failBefore };
  const store = await openEngine(await lanceFolder(), { faults });
  const filler = 'x'.repeat(30_000);
  let committed = 0;
  const filling = async (): Promise<void> => {
    for (;;) committed = await put(store, `k${committed}`, filler);
  };
  await expect(filling()).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('making room'),
  });
  expect(committed).toBeGreaterThan(3);
  delete faults.add;
  expect(await put(store, 'last', 1)).toBe(committed + 1);
  const { snapshots } = await store.list({ namespace: 'test', limit: 100 });
  expect(snapshots).toHaveLength(committed + 1);
  await store.close();
});

test('reads that fail are repeated, and end in io when they fail again and again', async () => {
  const faults: Faults = {};
  const store = await openEngine(await lanceFolder(), { faults });
  await put(store, 'a', 1);
  faults.read = times(3, failBefore);
  expect(await valueIn(store, 'a')).toBe(1);
  faults.read = failBefore;
  await expect(valueIn(store, 'a')).rejects.toMatchObject({ code: 'io' });
  const watching = store.watch({ namespace: 'test', since: 1 }).next();
  await expect(watching).rejects.toMatchObject({ code: 'io' });
  delete faults.read;
  await store.close();
});

test('a read that hangs is left when its signal is aborted', async () => {
  const faults: Faults = {};
  const store = await openEngine(await lanceFolder(), { faults });
  faults.read = () => new Promise(() => undefined);
  const abort = new AbortController();
  const reason = new Error('enough');
  const reading = expect(store.load(stateKey('test', 'a'), { signal: abort.signal })).rejects.toBe(reason);
  abort.abort(reason);
  await reading;
  delete faults.read;
  await store.close();
});

test('rows that a head lists and that are missing are corrupt, and not absent', async () => {
  const location = await lanceFolder();
  const store = await openEngine(location);
  await put(store, 'a', large);
  const connection = await connect(location);
  const versions = await connection.openTable('versions');
  await versions.update({ valuesSql: { value: 'NULL' } });
  await expect(valueIn(store, 'a')).rejects.toMatchObject({ code: 'corrupt' });
  connection.close();
  await store.close();
});
