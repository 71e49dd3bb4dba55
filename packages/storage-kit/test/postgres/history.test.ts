import { expect, inject, test } from 'vitest';
import { type StateStore, stateKey } from '../../src/index.js';
import { minHistoryMs } from '../../src/limits.js';
import { connectionStringOf, freshSchema, openStore, runSql, storeOptions } from './test-database.js';

const key = stateKey('n', 'a');

function put(store: StateStore, value: number): Promise<void> {
  return store.transact((transaction) => transaction.put({ key, value }));
}

/** As if all that was committed so far had been so an hour ago. */
async function growOld(schema = ''): Promise<void> {
  await runSql(`UPDATE ${schema}.commits SET committed_at = committed_at - interval '1 hour'`);
}

async function countRows(schema: string, table: string): Promise<number> {
  const [row] = await runSql(`SELECT count(*)::int AS rows FROM ${schema}.${table}`);
  return Number(row?.['rows']);
}

/** Commits until the pruning that commits set off has removed all that was superseded up to now. */
async function pruneAll(store: StateStore, schema: string): Promise<void> {
  const { revision } = await store.stats();
  const dead = `SELECT count(*)::int AS dead FROM ${schema}.versions WHERE ended <= ${revision}`;
  const prune = async () => {
    await put(store, 1000);
    await growOld(schema);
    const [row] = await runSql(dead);
    return { isPast: (await store.stats()).watchableSince > revision, dead: row?.['dead'] };
  };
  await expect
    .poll(prune, { interval: minHistoryMs / 4, timeout: 20_000 })
    .toEqual({ isPast: true, dead: 0 });
}

test('what was superseded is removed after its time, deletions and tokens of commits too; the records stay', async () => {
  const options = storeOptions({ historyMs: minHistoryMs });
  const store = await openStore(options);
  const { schema = '' } = options;
  await store.transact((transaction) => transaction.put({ key: stateKey('n', 'kept'), value: 'kept' }));
  for (let each = 0; each < 20; each += 1) await put(store, each);
  await store.transact((transaction) => transaction.put({ key: stateKey('n', 'gone'), value: 1 }));
  await store.transact((transaction) => transaction.delete(stateKey('n', 'gone')));
  await pruneAll(store, schema);
  expect(await countRows(schema, 'versions')).toBeLessThan(10);
  expect(await countRows(schema, 'commits')).toBeLessThan(10);
  const { snapshots } = await store.list({ namespace: 'n', limit: 10 });
  expect(snapshots.map(({ record }) => record.key.key)).toEqual(['a', 'kept']);
});

test('a snapshot that is kept no more is refused with transaction-ended in reads and commit, a watch with watch-overflow', async () => {
  const options = storeOptions({ historyMs: minHistoryMs });
  const store = await openStore(options);
  await put(store, 0);
  const reader = await store.beginTransaction();
  const writer = await store.beginTransaction();
  await writer.put({ key: stateKey('n', 'b'), value: 1 });
  const changes = store.watch({ namespace: 'n', since: 1 });
  await pruneAll(store, options.schema ?? '');
  await expect(reader.load(key)).rejects.toMatchObject({ code: 'transaction-ended', actual: 1 });
  await expect(reader.list({ namespace: 'n', limit: 1 })).rejects.toMatchObject({
    code: 'transaction-ended',
  });
  await expect(writer.commit()).rejects.toMatchObject({ code: 'transaction-ended' });
  await expect(changes.next()).rejects.toMatchObject({ code: 'watch-overflow', actual: 1 });
  const { watchableSince, revision } = await store.stats();
  expect(watchableSince).toBeGreaterThan(1);
  await put(store, 1);
  expect((await store.watch({ namespace: 'n', since: revision }).next()).value).toMatchObject({ value: 1 });
});

test('history that is young is kept: old snapshots and watches are served', async () => {
  const store = await openStore();
  await put(store, 0);
  const reader = await store.beginTransaction();
  for (let each = 1; each <= 5; each += 1) await put(store, each);
  expect((await reader.load(key))?.record.value).toBe(0);
  const changes = store.watch({ namespace: 'n', since: 1 });
  for (let each = 1; each <= 5; each += 1)
    expect((await changes.next()).value).toMatchObject({ value: each });
});

test('history is removed also where transactions are read-only and serializable unless they say otherwise', async () => {
  const settings = '-c default_transaction_read_only=on -c default_transaction_isolation=serializable';
  const address = connectionStringOf(inject('postgres'));
  const schema = freshSchema();
  const store = await openStore({
    connectionString: `${address}&options=${encodeURIComponent(settings)}`,
    schema,
    historyMs: minHistoryMs,
  });
  for (let each = 0; each < 5; each += 1) await put(store, each);
  await pruneAll(store, schema);
  expect((await store.load(key))?.record.value).toBe(1000);
});
