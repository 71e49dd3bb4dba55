import { expect, test } from 'vitest';
import { stateKey } from '../../src/index.js';
import { lanceFoldCommits } from '../../src/lance/lance-tuning.js';
import { openEngine } from './lance-engine.js';
import { lanceFolder, openLance } from './lance-folder.js';

/** In the order of their bytes in UTF-8. */
const hostileKeys = [
  '"quoted"',
  '%',
  "'",
  "'' OR 1=1 --",
  '/*',
  '\\',
  "\\'",
  '_',
  '`key`',
  'a%',
  'a_b',
  'e\u0301',
  '{"a":1}',
  'é',
  '\u{e000}',
  '\u{fffd}',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
];

test('keys full of quotes, wildcards and astral characters are found, listed in order and watched, in the head and beside it', async () => {
  const location = await lanceFolder();
  const store = await openEngine(location);
  for (const bulk of [1, 40_000]) {
    const since = (await store.stats()).revision;
    const transaction = await store.beginTransaction();
    for (const key of hostileKeys)
      await transaction.put({ key: stateKey('test', key), value: `${key}${'x'.repeat(bulk)}` });
    await transaction.commit();
    for (const key of hostileKeys) {
      expect((await store.load(stateKey('test', key)))?.record.value).toBe(`${key}${'x'.repeat(bulk)}`);
      const { snapshots } = await store.list({ namespace: 'test', prefix: key, limit: 100 });
      expect(snapshots.map(({ record }) => record.key.key)).toEqual(
        hostileKeys.filter((each) => each.startsWith(key)),
      );
      const after = await store.list({ namespace: 'test', after: key, limit: 2 });
      const next = hostileKeys.indexOf(key) + 1;
      expect(after.snapshots.map(({ record }) => record.key.key)).toEqual(hostileKeys.slice(next, next + 2));
      const watch = store.watch({ namespace: 'test', prefix: key, since });
      expect((await watch.next()).value?.key.key.startsWith(key)).toBe(true);
      await watch.return?.();
    }
  }
  await store.close();
});

test('a commit by another store is seen at once, and wakes a watch that waits', async () => {
  const location = await lanceFolder();
  await using left = await openLance({ location });
  await using right = await openLance({ location });
  const watch = right.watch({ namespace: 'test' });
  const waiting = watch.next();
  const key = stateKey('test', 'a');
  for (let round = 1; round <= 3; round += 1) {
    await left.transact((transaction) => transaction.put({ key, value: round }));
    expect((await right.load(key))?.record.value).toBe(round);
  }
  expect((await waiting).value).toMatchObject({ value: 1, revision: 1 });
  await watch.return?.();
  expect(Math.abs((await left.now()) - Date.now())).toBeLessThan(60_000);
});

test('a conflict with what another store committed is found, in the head and beside it', async () => {
  const location = await lanceFolder();
  await using left = await openLance({ location });
  const right = await openEngine(location);
  for (const bulk of [1, 40_000]) {
    const transaction = await left.beginTransaction();
    await transaction.list({ namespace: 'test', prefix: 'p/', limit: 10 });
    await transaction.put({ key: stateKey('test', 'derived'), value: bulk });
    const other = await right.beginTransaction();
    await other.put({ key: stateKey('test', 'p/a'), value: 'x'.repeat(bulk) });
    await other.commit();
    const conflict = { code: 'transaction-conflict', key: { namespace: 'test', key: 'p/a' } };
    await expect(transaction.commit()).rejects.toMatchObject(conflict);
  }
  await right.close();
});

test('pages are whole where one key has many versions and others were deleted', async () => {
  const store = await openEngine(await lanceFolder());
  const put = async (key: string, value: string | undefined): Promise<void> => {
    const transaction = await store.beginTransaction();
    if (value === undefined) await transaction.delete(stateKey('test', key));
    else await transaction.put({ key: stateKey('test', key), value });
    await transaction.commit();
  };
  for (const key of ['a', 'b', 'c', 'd']) await put(key, 'first');
  for (let round = 0; round < lanceFoldCommits; round += 1) await put('b', `${round}`);
  await put('a', undefined);
  const { snapshots, next } = await store.list({ namespace: 'test', limit: 2 });
  expect(snapshots.map(({ record }) => [record.key.key, record.value])).toEqual([
    ['b', `${lanceFoldCommits - 1}`],
    ['c', 'first'],
  ]);
  expect(next).toBe('c');
  await store.close();
});
