import { readdir } from 'node:fs/promises';
import { connect, type Table } from '@lancedb/lancedb';
import { expect, test } from 'vitest';
import { type JsonValue, type StateStoreBackend, stateKey } from '../../src/index.js';
import { lanceFoldCommits } from '../../src/lance/lance-tuning.js';
import { openEngine } from './lance-engine.js';
import { lanceFolder } from './lance-folder.js';
import { SetClock } from './set-clock.js';

const keys = 10;
const large = 'x'.repeat(40_000);

/** Puts a value, or deletes the record. */
async function write(store: StateStoreBackend, key: string, value: JsonValue | undefined): Promise<number> {
  const transaction = await store.beginTransaction();
  if (value === undefined) await transaction.delete(stateKey('test', key));
  else await transaction.put({ key: stateKey('test', key), value });
  return (await transaction.commit()).revision;
}

async function valuesOf(store: Pick<StateStoreBackend, 'list'>): Promise<readonly JsonValue[]> {
  const { snapshots } = await store.list({ namespace: 'test', limit: 100 });
  return snapshots.map(({ record }) => record.value);
}

async function filesOf(location: string): Promise<number> {
  const entries = await readdir(location, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Commits twice, each time when all that is committed has become too old to be kept; `revision` the second time. */
async function outlive(location: string, clock: SetClock): Promise<number> {
  let revision = 0;
  for (const round of [1, 2]) {
    clock.ahead += 2000;
    const store = await openEngine(location, { clock, historyMs: 1000 });
    revision = await write(store, 'other', round);
    await store.close();
  }
  return revision;
}

interface VersionRow {
  readonly key: string;
  readonly revision: number;
  readonly settled: boolean;
}

async function versionRows(location: string): Promise<readonly VersionRow[]> {
  const connection = await connect(location);
  const versions: Table = await connection.openTable('versions');
  const rows = await versions.query().select(['key', 'revision', 'settled']).toArray();
  connection.close();
  return rows
    .map(({ key, revision, settled }) => ({ key, revision: Number(revision), settled }))
    .sort((left, right) => left.revision - right.revision);
}

test('hundreds of commits by two who share a store leave few files and every record, and a snapshot stays as it was', async () => {
  const location = await lanceFolder();
  const stores = [await openEngine(location), await openEngine(location)] as const;
  const commits = lanceFoldCommits * 3 + 8;
  const first = await write(stores[0], 'k0', 'first');
  const snapshot = await stores[1].beginTransaction();
  for (let round = first + 1; round <= commits; round += 1) {
    await write(stores[round % 2 === 0 ? 0 : 1], `k${round % keys}`, round);
  }
  expect(await valuesOf(snapshot)).toEqual(['first']);
  await Promise.all(stores.map((store) => store.close()));
  // One who keeps nothing older than the last fold leaves what came since.
  expect(await filesOf(location)).toBeLessThan(lanceFoldCommits * 3 * 2);
  const reopened = await openEngine(location);
  expect(new Set(await valuesOf(reopened))).toEqual(
    new Set(Array.from({ length: keys }, (_, index) => commits - index)),
  );
  await reopened.close();
});

test('what nobody may ask for any more is deleted, deletions with it; older snapshots and watches are told so', async () => {
  const location = await lanceFolder();
  const clock = new SetClock();
  const store = await openEngine(location, { clock, historyMs: 1000 });
  await write(store, 'kept', 'old');
  await write(store, 'gone', large);
  const snapshot = await store.beginTransaction();
  await write(store, 'kept', 'new');
  await write(store, 'gone', undefined);
  const young = await store.beginTransaction();
  const last = await outlive(location, clock);
  await expect(snapshot.load(stateKey('test', 'kept'))).rejects.toMatchObject({ code: 'transaction-ended' });
  await expect(snapshot.list({ namespace: 'test', limit: 1 })).rejects.toMatchObject({
    code: 'transaction-ended',
  });
  expect((await young.load(stateKey('test', 'kept')))?.record.value).toBe('new');
  expect(await valuesOf(store)).toEqual(['new', 2]);
  const { watchableSince } = await store.stats();
  expect(watchableSince).toBe(4);
  const late = store.watch({ namespace: 'test', since: watchableSince - 1 });
  await expect(late.next()).rejects.toMatchObject({ code: 'watch-overflow', limit: watchableSince });
  const kept = store.watch({ namespace: 'test', since: watchableSince });
  expect([await kept.next(), await kept.next()].map(({ value }) => value?.revision)).toEqual([5, last]);
  await kept.return?.();
  await snapshot.rollback();
  await store.close();
  const rows = (await versionRows(location)).filter(({ revision }) => revision < last);
  expect(rows.map(({ key, revision }) => `${key}@${revision}`)).toEqual(['kept@3', 'other@5']);
});

test('a commit on a snapshot that is no longer kept is refused, and others of its group are not', async () => {
  const clock = new SetClock();
  const location = await lanceFolder();
  const store = await openEngine(location, { clock, historyMs: 1000 });
  const old = await store.beginTransaction();
  await old.put({ key: stateKey('test', 'a'), value: 1 });
  await write(store, 'b', 1);
  await write(store, 'b', 2);
  const last = await outlive(location, clock);
  const young = await store.beginTransaction();
  await young.put({ key: stateKey('test', 'c'), value: 1 });
  const [refused, taken] = await Promise.allSettled([old.commit(), young.commit()]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'transaction-ended' } });
  expect(taken).toMatchObject({ status: 'fulfilled', value: { revision: last + 1 } });
  await store.close();
});

test('large commits are settled, and what a killed process left beside the head is swept away', async () => {
  const commits = 34;
  const location = await lanceFolder();
  const remains = { id: 'dead/0', deposit: 'dead', epoch: 0n, settled: false, namespace: 'test', key: 'k1' };
  const connection = await connect(location);
  const store = await openEngine(location, { compactFragments: 2 });
  const versions: Table = await connection.openTable('versions');
  await versions.add([{ ...remains, revision: 1n, deleted: false, length: 6, value: '"dead"' }]);
  connection.close();
  expect(await valuesOf(store)).toEqual([]);
  for (let round = 1; round <= commits; round += 1) await write(store, `k${round % 3}`, `${round}${large}`);
  await store.close();
  const rows = await versionRows(location);
  expect(rows.filter(({ settled }) => settled).length).toBeGreaterThan(commits / 2);
  expect(rows.map(({ revision }) => revision)).toEqual(
    Array.from({ length: commits }, (_, index) => index + 1),
  );
  const reopened = await openEngine(location);
  const since = reopened.watch({ namespace: 'test', prefix: 'k1', since: 1 });
  expect((await since.next()).value).toMatchObject({ revision: 4, value: `4${large}` });
  await since.return?.();
  await reopened.close();
});

test('a read that the removal of history outruns each time is unavailable and says what to do, and the store is not called damaged', async () => {
  const location = await lanceFolder();
  const clock = new SetClock();
  const writer = await openEngine(location, { clock, historyMs: 1000 });
  await write(writer, 'a', large);
  await writer.close();
  let isOutrun = true;
  const store = await openEngine(location, {
    clock,
    historyMs: 1000,
    faults: {
      read: async (operation) => {
        // A read looks at the head again to see whether what it found still counts.
        for (let time = 0; isOutrun && time < 2; time += 1) await outlive(location, clock);
        return operation();
      },
    },
  });
  await expect(store.list({ namespace: 'test', limit: 10 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('historyMs'),
  });
  isOutrun = false;
  expect(await valuesOf(store)).toHaveLength(2);
  await store.close();
});
