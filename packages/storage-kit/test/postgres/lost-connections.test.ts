import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { StateStore, stateKey } from '../../src/index.js';
import { postgresStore } from '../../src/postgres/index.js';
import { hurriedClock } from './hurried-clock.js';
import { connectionStringOf, freshSchema, openStore, runSql, storeOptions } from './test-database.js';
import { TestProxy } from './test-proxy.js';

const key = stateKey('test', 'counter');

async function raise(store: StateStore): Promise<void> {
  await store.transact(async (transaction) => {
    const value = Number((await transaction.load(key))?.record.value ?? 0) + 1;
    await transaction.put({ key, value });
  });
}

async function startProxy(): Promise<TestProxy> {
  const proxy = await TestProxy.start(inject('postgres'));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

/** A client of the test's own, open until the test has finished. */
async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Runs `body` in the server at the end of each commit of the store. */
async function atCommit(schema: string, body: string): Promise<void> {
  await runSql(`
    CREATE SEQUENCE ${schema}.commits_tried;
    CREATE FUNCTION ${schema}.at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON ${schema}.commits
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.at_commit()`);
}

const raiseError = (state: string, condition = 'true') =>
  `IF nextval(TG_TABLE_SCHEMA || '.commits_tried') > 0 AND ${condition} THEN RAISE EXCEPTION 'made by the test' USING ERRCODE = '${state}'; END IF`;

test('a commit whose answer was lost is found out, and is not made a second time', async () => {
  const proxy = await startProxy();
  const store = await openStore(storeOptions(proxy.address));
  for (let round = 1; round <= 3; round += 1) {
    proxy.loseCommitAnswers('go on');
    await raise(store);
    expect(proxy.lostAnswers).toBe(round);
    expect(await store.load(key)).toMatchObject({ record: { value: round }, revision: round });
  }
});

test('a commit whose backend is ended while it commits did not happen, and is made once more', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  const gate = await connectClient();
  await gate.query('SELECT pg_advisory_lock(4711)');
  await atCommit(options.schema ?? '', 'PERFORM pg_advisory_xact_lock(4711)');
  const raised = raise(store);
  const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`;
  await expect.poll(() => runSql(waiting)).toHaveLength(1);
  const [ended] = await runSql(`SELECT pid, pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
  await expect
    .poll(async () => (await runSql(waiting)).filter(({ pid }) => pid !== ended?.['pid']))
    .toHaveLength(1);
  await gate.query('SELECT pg_advisory_unlock(4711)');
  await raised;
  expect(await store.load(key)).toMatchObject({ record: { value: 1 }, revision: 1 });
});

test('a commit that cannot be found out in time is io, and says that its outcome is unknown', async () => {
  const proxy = await startProxy();
  const options = storeOptions({ ...proxy.address, clock: hurriedClock() });
  const store = await openStore(options);
  proxy.loseCommitAnswers('stay down');
  await expect(raise(store)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringMatching(/outcome of the commit is unknown.*Read what/),
  });
  proxy.recover();
  expect(await store.load(key)).toMatchObject({ record: { value: 1 } });
});

test.each(['40001', '40P01'])(
  'a commit that met others (%s) is tried again, and is no conflict',
  async (state) => {
    const options = storeOptions();
    const store = await openStore(options);
    await atCommit(
      options.schema ?? '',
      raiseError(state, `currval(TG_TABLE_SCHEMA || '.commits_tried') <= 3`),
    );
    await raise(store);
    expect(await store.load(key)).toMatchObject({ record: { value: 1 }, revision: 1 });
  },
);

test.each([
  ['40001', 'unavailable'],
  ['53100', 'unavailable'],
  ['57014', 'unavailable'],
  ['42501', 'unavailable'],
  ['XX001', 'corrupt'],
  ['XX000', 'io'],
  ['P0001', 'io'],
] as const)(
  'a commit that the server refuses with %s each time is %s, and did not happen',
  async (state, code) => {
    const options = storeOptions({ clock: hurriedClock() });
    const store = await openStore(options);
    await atCommit(options.schema ?? '', raiseError(state));
    await expect(raise(store)).rejects.toMatchObject({ code, message: expect.stringContaining(state) });
    await runSql(`DROP TRIGGER at_commit ON ${options.schema}.commits`);
    await raise(store);
    expect(await store.load(key)).toMatchObject({ record: { value: 1 }, revision: 1 });
  },
);

test('a store goes on when all its connections are ended, those at rest included', async () => {
  const application = freshSchema();
  const connectionString = connectionStringOf(inject('postgres'), application);
  const store = await openStore({ connectionString, schema: freshSchema() });
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all([raise(store), store.load(key), store.stats()]);
    await runSql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${application}'`,
    );
    expect(await store.load(key)).toMatchObject({ record: { value: round } });
  }
});

test('a read from a store whose tables are gone is corrupt', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  await runSql(`DROP TABLE ${options.schema}.versions`);
  await expect(store.load(key)).rejects.toMatchObject({ code: 'corrupt' });
});

test('a value that no store wrote is corrupt', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  await raise(store);
  await runSql(`UPDATE ${options.schema}.versions SET value = 'no JSON'`);
  await expect(store.load(key)).rejects.toMatchObject({ code: 'corrupt', key });
  await runSql(`UPDATE ${options.schema}.store SET revision = 9007199254740993`);
  await expect(store.beginTransaction()).rejects.toMatchObject({ code: 'corrupt' });
});

test('a read that is aborted rejects at once, and its connection serves the next', async () => {
  const options = storeOptions({ maxConnections: 1 });
  const store = await openStore(options);
  const locker = await connectClient();
  await locker.query(`BEGIN; LOCK TABLE ${options.schema}.versions`);
  const abort = new AbortController();
  const [reading, queued] = [1, 2].map(() => store.load(key, { signal: abort.signal }));
  const blocked = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${options.schema}%' AND pid <> pg_backend_pid()`;
  await expect.poll(() => runSql(blocked)).toHaveLength(1);
  const reason = new Error('enough');
  abort.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(queued).rejects.toBe(reason);
  await locker.query('COMMIT');
  expect(await store.load(key)).toBeUndefined();
});

test('closing a store cuts a read that does not end within the bound', async () => {
  const options = storeOptions({ clock: hurriedClock() });
  const store = await openStore(options);
  const locker = await connectClient();
  await locker.query(`BEGIN; LOCK TABLE ${options.schema}.versions`);
  const reading = expect(store.load(key)).rejects.toMatchObject({ code: 'closed' });
  await expect
    .poll(() =>
      runSql(
        `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${options.schema}.versions'::regclass`,
      ),
    )
    .toHaveLength(1);
  await store.close();
  await reading;
});

test('closing a store leaves no connection', async () => {
  const application = freshSchema();
  const connectionString = connectionStringOf(inject('postgres'), application);
  const store = await StateStore.connect(postgresStore({ connectionString, schema: freshSchema() }));
  const changes = store.watch({ namespace: 'test' });
  const next = changes.next();
  await raise(store);
  await next;
  const waiting = expect(changes.next()).rejects.toMatchObject({ code: 'closed' });
  await store.close();
  await waiting;
  await expect
    .poll(() => runSql(`SELECT pid FROM pg_stat_activity WHERE application_name = '${application}'`))
    .toEqual([]);
});
