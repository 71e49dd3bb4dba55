import { afterAll, beforeAll, expect, test } from 'vitest';
import { isStateStoreError, StateStore, stateKey } from '../../src/index.js';
import { type PostgresStoreOptions, postgresStore } from '../../src/postgres/index.js';
import { connectionStringOf, freshSchema, openStore, runSql, storeOptions } from './test-database.js';
import { TestServer } from './test-server.js';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
}, 60_000);

afterAll(() => server[Symbol.asyncDispose]());

/** Calls of fsync for the log of the server. A connection counts its own when it has ended. */
async function countSyncs(application: string): Promise<number> {
  const open = `SELECT pid FROM pg_stat_activity WHERE application_name = '${application}'`;
  await expect.poll(() => runSql(open, server.address)).toEqual([]);
  const [row] = await runSql(
    "SELECT sum(fsyncs)::int AS syncs FROM pg_stat_io WHERE object = 'wal' AND backend_type = 'client backend'",
    server.address,
  );
  return Number(row?.['syncs']);
}

/** The syncs of so many commits, one after the other. */
async function syncsOf(commits: number, options: Partial<PostgresStoreOptions>): Promise<number> {
  const application = freshSchema();
  const address = {
    connectionString: connectionStringOf(server.address, application),
    schema: freshSchema(),
  };
  await (await StateStore.connect(postgresStore({ ...address, ...options }))).close();
  const before = await countSyncs(application);
  const store = await StateStore.connect(postgresStore({ ...address, ...options }));
  for (let each = 0; each < commits; each += 1) {
    await store.transact((transaction) => transaction.put({ key: stateKey('n', 'a'), value: each }));
  }
  await store.close();
  return (await countSyncs(application)) - before;
}

test('each commit is synced to disk before it resolves, also where the server would not do so by itself', async () => {
  const commits = 10;
  expect(await syncsOf(commits, {})).toBeGreaterThanOrEqual(commits);
  await runSql("ALTER ROLE postgres SET synchronous_commit = 'off'", server.address);
  try {
    expect(await syncsOf(commits, {})).toBeGreaterThanOrEqual(commits);
    expect(await syncsOf(commits, { durability: 'server' })).toBeLessThan(commits);
  } finally {
    await runSql('ALTER ROLE postgres RESET synchronous_commit', server.address);
  }
});

test('a server killed in the middle of commits and started again has every acknowledged commit, and the store goes on', async () => {
  const options = storeOptions({}, server.address);
  const store = await openStore(options);
  const writers = 8;
  const acknowledged: number[] = Array(writers).fill(0);
  let isEnding = false;
  const write = async (writer: number) => {
    const key = stateKey('writers', `w${writer}`);
    while (!isEnding) {
      try {
        await store.transact(async (transaction) => {
          const round = Number((await transaction.load(key))?.record.value ?? 0) + 1;
          await transaction.put({ key, value: round });
          await transaction.put({ key: stateKey('rounds', `w${writer}/${round}`), value: round });
        });
        acknowledged[writer] = (acknowledged[writer] ?? 0) + 1;
      } catch (error) {
        // While there is no server, a read may give up.
        if (!isStateStoreError(error) || error.code !== 'unavailable') throw error;
      }
    }
  };
  const writing = Promise.all(acknowledged.map((_, writer) => write(writer)));
  const total = () => acknowledged.reduce((sum, each) => sum + each, 0);
  for (let round = 0; round < 2; round += 1) {
    const before = total();
    await expect.poll(total, { interval: 5, timeout: 30_000 }).toBeGreaterThan(before + writers);
    await server.kill();
    await server.restart();
  }
  const before = total();
  await expect.poll(total, { interval: 5, timeout: 30_000 }).toBeGreaterThan(before + writers);
  isEnding = true;
  await writing;
  for (const [writer, count] of acknowledged.entries()) {
    expect((await store.load(stateKey('writers', `w${writer}`)))?.record.value).toBe(count);
    const rounds = await store.list({ namespace: 'rounds', prefix: `w${writer}/`, limit: 1000 });
    expect(rounds.snapshots).toHaveLength(count);
  }
  expect(await store.stats()).toMatchObject({ revision: total() });
});

test('a server that has its fsync off is refused, unless the store is told to take it as it is', async () => {
  await runSql('ALTER SYSTEM SET fsync = off', server.address);
  await runSql('SELECT pg_reload_conf()', server.address);
  await expect.poll(() => runSql('SHOW fsync', server.address)).toEqual([{ fsync: 'off' }]);
  const options = storeOptions({}, server.address);
  await expect(StateStore.connect(postgresStore(options))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/fsync is off.*durability/),
  });
  await openStore({ ...options, durability: 'server' });
});
