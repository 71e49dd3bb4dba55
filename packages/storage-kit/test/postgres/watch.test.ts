import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { systemClock } from '../../src/contract/clock.js';
import { type StateStore, stateKey } from '../../src/index.js';
import { postgresStatements } from '../../src/postgres/postgres-statements.js';
import { postgresPollMs, watchPageBytes, watchPageRecords } from '../../src/postgres/postgres-tuning.js';
import { connectionStringOf, freshSchema, openStore, runSql, storeOptions } from './test-database.js';

async function put(store: StateStore, keys: readonly string[], value: string | number): Promise<number> {
  const transaction = await store.beginTransaction();
  for (const key of keys) await transaction.put({ key: stateKey('n', key), value });
  return (await transaction.commit()).revision;
}

/** The first page of a watch since the beginning. */
async function selectPage(schema: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ ...inject('postgres') });
  await client.connect();
  try {
    return (await client.query(postgresStatements(schema).changes, ['n', '', '', null, 0])).rows;
  } finally {
    await client.end();
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

test('a watch that lags behind reads on page by page, and no commit is split between two of them', async () => {
  const store = await openStore();
  const revisions: number[] = [];
  const sizes = [1, watchPageRecords, watchPageRecords + 1, 1, watchPageRecords - 1];
  for (const size of sizes) revisions.push(await put(store, numbered(size), size));
  await put(store, ['other'], 'last');
  const counts = new Map<number, number>();
  for await (const { key, revision } of store.watch({ namespace: 'n', since: 0 })) {
    if (key.key === 'other') break;
    counts.set(revision, (counts.get(revision) ?? 0) + 1);
  }
  expect([...counts]).toEqual(revisions.map((revision, index) => [revision, sizes[index]]));
});

test('a watch that lags behind large values takes few of them at once, and delivers all', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  const [bytes, commits] = [watchPageBytes / 4 + 2, 6];
  await runSql(`INSERT INTO ${options.schema}.versions (namespace, key, revision, value, ended)
      SELECT 'n', 'a', revision, '"' || repeat('x', ${bytes - 2}) || '"', revision + 1
      FROM generate_series(1, ${commits}) AS revision;
    UPDATE ${options.schema}.store SET revision = ${commits}`);
  const page = await selectPage(options.schema ?? '');
  expect(page.map((row) => row['revision'])).toEqual(['1', '2', '3', '4']);
  await put(store, ['a'], 'last');
  let seen = 0;
  for await (const { value } of store.watch({ namespace: 'n', since: 0 })) {
    if (value === 'last') break;
    seen += 1;
  }
  expect(seen).toBe(commits);
});

test('a watch hears of commits of another store, again after its listening connection was ended', async () => {
  const schema = freshSchema();
  const application = freshSchema();
  // What looks without being told would hide that nothing was heard.
  const clock = {
    ...systemClock,
    sleep: (ms: number, options?: { readonly signal?: AbortSignal | undefined }) =>
      systemClock.sleep(ms === postgresPollMs ? 2 ** 30 : ms, options),
  };
  const reader = await openStore({
    connectionString: connectionStringOf(inject('postgres'), application),
    schema,
    clock,
  });
  const writer = await openStore(storeOptions({ schema }));
  const changes = reader.watch({ namespace: 'n' });
  const listening = `SELECT pid FROM pg_stat_activity WHERE application_name = '${application}'`;
  for (let round = 1; round <= 3; round += 1) {
    const next = changes.next();
    await put(writer, ['a'], round);
    expect((await next).value).toMatchObject({ value: round });
    const waiting = changes.next();
    await runSql(`SELECT pg_terminate_backend(pid) FROM (${listening}) AS connections`);
    await put(writer, ['a'], -round);
    expect((await waiting).value).toMatchObject({ value: -round });
  }
  await changes.return?.();
});

test('a watch that is told nothing looks now and then', async () => {
  const options = storeOptions({
    clock: {
      ...systemClock,
      sleep: (ms, given) => systemClock.sleep(ms === postgresPollMs ? 50 : ms, given),
    },
  });
  const store = await openStore(options);
  const changes = store.watch({ namespace: 'n' });
  const next = changes.next();
  await store.load(stateKey('n', 'a'));
  await runSql(`INSERT INTO ${options.schema}.versions (namespace, key, revision, value) VALUES ('n', 'a', 1, '"silent"');
    UPDATE ${options.schema}.store SET revision = 1`);
  expect((await next).value).toMatchObject({ value: 'silent', revision: 1 });
  await changes.return?.();
});

test('notifications that anybody makes up do no harm', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  const changes = store.watch({ namespace: 'n' });
  const next = changes.next();
  await runSql(`NOTIFY ${options.schema}_commits, '999999'; NOTIFY ${options.schema}_commits, 'rubbish'`);
  const revision = await put(store, ['a'], 1);
  expect((await next).value).toMatchObject({ revision });
  await changes.return?.();
});

test('all watches of a store share one listening connection', async () => {
  const application = freshSchema();
  const store = await openStore({
    connectionString: connectionStringOf(inject('postgres'), application),
    schema: freshSchema(),
    maxConnections: 1,
  });
  const watches = Array.from({ length: 20 }, () => store.watch({ namespace: 'n' }));
  const next = watches.map((changes) => changes.next());
  const connections = () =>
    runSql(`SELECT pid FROM pg_stat_activity WHERE application_name = '${application}'`);
  await expect.poll(connections).toHaveLength(2);
  const revision = await put(store, ['a'], 1);
  for (const change of await Promise.all(next)) expect(change.value).toMatchObject({ revision });
  expect(await connections()).toHaveLength(2);
  for (const changes of watches) await changes.return?.();
});
