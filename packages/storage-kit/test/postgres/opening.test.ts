import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { isStateStoreError, StateStore, type StateStoreError, stateKey } from '../../src/index.js';
import { maxHistoryMs, maxPostgresConnections, minHistoryMs } from '../../src/limits.js';
import { type PostgresStoreOptions, postgresStore } from '../../src/postgres/index.js';
import { pgVersion } from '../../src/postgres/load-pg.js';
import { compiledModules } from '../compiled-modules.js';
import { temporaryFolder } from '../temporary-folder.js';
import { connectionStringOf, freshSchema, openStore, runSql, storeOptions } from './test-database.js';

const key = stateKey('test', 'a');

/** The error with which a store is refused. */
async function refusalOf(options: PostgresStoreOptions): Promise<StateStoreError> {
  try {
    const store = await StateStore.connect(postgresStore(options));
    await store.close();
  } catch (error) {
    if (isStateStoreError(error)) return error;
    throw error;
  }
  throw new Error('Expected a refusal, but the store was opened');
}

test('a store keeps its records from one opening to the next, by a connection string as by its parts', async () => {
  const schema = freshSchema();
  const address = { schema, connectionString: connectionStringOf(inject('postgres')) };
  for (const options of [storeOptions({ schema }), address, storeOptions({ schema })]) {
    const store = await StateStore.connect(postgresStore(options));
    await store.transact(async (transaction) => {
      const before = Number((await transaction.load(key))?.record.value ?? 0);
      await transaction.put({ key, value: before + 1 });
    });
    await store.close();
  }
  const store = await openStore(storeOptions({ schema }));
  expect(await store.load(key)).toMatchObject({ record: { value: 3 }, revision: 3 });
  expect(await store.stats()).toMatchObject({ revision: 3, watchableSince: 0, openTransactions: 0 });
  expect((await store.stats()).bytes).toBeGreaterThan(0);
});

test('a password that is fetched is fetched when a connection is made', async () => {
  const { password } = inject('postgres');
  const store = await openStore(storeOptions({ password: async () => password }));
  expect(await store.load(key)).toBeUndefined();
});

test('the time of a store is that of the server', async () => {
  const store = await openStore();
  const before = Number(
    (await runSql('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms'))[0]?.['ms'],
  );
  const now = await store.now();
  expect(now).toBeGreaterThanOrEqual(Math.floor(before));
  expect(Number.isInteger(now)).toBe(true);
});

test('stores that open an empty database at the same moment all succeed, also where the schema is there', async () => {
  const schema = freshSchema();
  const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(storeOptions({ schema }))));
  await Promise.all(
    stores.map((store, index) =>
      store.transact((transaction) => transaction.put({ key: stateKey('n', `k${index}`), value: index })),
    ),
  );
  expect(await stores[0]?.stats()).toMatchObject({ revision: 8 });
  const prepared = freshSchema();
  await runSql(`CREATE SCHEMA ${prepared}`);
  await openStore(storeOptions({ schema: prepared }));
});

test('stores in two schemas of one database do not see each other', async () => {
  const [left, right] = [await openStore(), await openStore()];
  await left.transact((transaction) => transaction.put({ key, value: 'left' }));
  expect(await right.load(key)).toBeUndefined();
});

test.each<[string, object]>([
  ['neither an address nor a host', { host: undefined }],
  ['an address and a host', { connectionString: 'postgres://localhost/database' }],
  ['an empty host', { host: '' }],
  ['an empty database', { database: '' }],
  ['a user that is no text', { user: 7 }],
  ['port 0', { port: 0 }],
  ['port 65536', { port: 65_536 }],
  ['a password that is no text', { password: 7 }],
  ['ssl that is a text', { ssl: 'yes' }],
  ['an empty schema', { schema: '' }],
  ['a schema with a quote', { schema: 'a"b' }],
  ['a schema of 49 characters', { schema: 'a'.repeat(49) }],
  ['a schema of the system', { schema: 'pg_store' }],
  ['the schema of information', { schema: 'information_schema' }],
  ['a history that is too short', { historyMs: minHistoryMs - 1 }],
  ['a history that is too long', { historyMs: maxHistoryMs + 1 }],
  ['no connection', { maxConnections: 0 }],
  ['too many connections', { maxConnections: maxPostgresConnections + 1 }],
  ['half a connection', { maxConnections: 0.5 }],
  ['an unknown durability', { durability: 'hope' }],
])('%s is refused as invalid-request before anything is opened', (_name, options) => {
  expect(() => postgresStore({ ...storeOptions(), ...options })).toThrow(
    expect.objectContaining({ code: 'invalid-request' }),
  );
});

test('the longest schema, the longest history and the most connections are taken', async () => {
  const schema = `${freshSchema()}_`.padEnd(48, 'x');
  const store = await openStore(
    storeOptions({ schema, historyMs: maxHistoryMs, maxConnections: maxPostgresConnections }),
  );
  await openStore(storeOptions({ schema, historyMs: minHistoryMs, maxConnections: 1 }));
  const changes = store.watch({ namespace: 'test' });
  await store.transact((transaction) => transaction.put({ key, value: 1 }));
  expect((await changes.next()).value).toMatchObject({ value: 1 });
});

test('no options at all are refused', () => {
  expect(() => Reflect.apply(postgresStore, null, [null])).toThrow(
    expect.objectContaining({ code: 'invalid-request' }),
  );
});

test.each([
  'http://user:secret@host/database',
  'postgres://user:sec ret@ho st/database',
  'postgres://user:sec/ret@host/database',
  'postgres://user:1?secret@host/database',
  'postgres://user:1#secret@host/database',
  'secret',
])('a connection string that is none is refused without showing it: %s', (connectionString) => {
  expect.assertions(3);
  try {
    postgresStore({ connectionString });
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-request' });
    expect(error).not.toHaveProperty('cause');
    expect(String(error)).not.toContain('secret');
  }
});

test('a wrong password is refused as unavailable, and no password is in the error', async () => {
  const error = await refusalOf(storeOptions({ password: 'a-wrong-secret' }));
  expect(error.code).toBe('unavailable');
  expect(error.message).toMatch(/password authentication failed.*Correct/);
  expect(`${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.cause)}`).not.toContain('secret');
});

test('a database that is not there is refused as unavailable', async () => {
  const error = await refusalOf(storeOptions({ database: 'nowhere' }));
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('3D000') });
});

test('a server that is not there is refused as unavailable, with its address', async () => {
  const error = await refusalOf(storeOptions({ host: '127.0.0.1', port: 1 }));
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('127.0.0.1:1') });
  const named = await refusalOf({ connectionString: 'postgres://user:secret@localhost:1/database' });
  expect(named).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/localhost:1 .*ECONNREFUSED/),
  });
  expect(named.message).not.toContain('secret');
});

test('a database that is not in UTF-8 is refused, and nothing is made in it', async () => {
  const database = `latin_${freshSchema()}`;
  await runSql(`CREATE DATABASE ${database} ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`);
  onTestFinished(async () => void (await runSql(`DROP DATABASE ${database} WITH (FORCE)`)));
  const error = await refusalOf(storeOptions({ database }));
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/LATIN1.*UTF8/) });
  const rows = await runSql("SELECT count(*)::int AS made FROM pg_class WHERE relname = 'versions'", {
    ...inject('postgres'),
    database,
  });
  expect(rows).toEqual([{ made: 0 }]);
});

test('a store of a newer format is refused, also by a store that is open, and stays as it is', async () => {
  const schema = freshSchema();
  const open = await openStore(storeOptions({ schema }));
  await runSql(`UPDATE ${schema}.store SET format = 2`);
  expect(await refusalOf(storeOptions({ schema }))).toMatchObject({ code: 'unsupported-format', version: 2 });
  const commit = open.transact((transaction) => transaction.put({ key, value: 1 }));
  await expect(commit).rejects.toMatchObject({ code: 'unsupported-format', version: 2 });
  expect(await runSql(`SELECT format, revision FROM ${schema}.store`)).toEqual([
    { format: 2, revision: '0' },
  ]);
});

test.each([
  [
    'of another kind',
    (schema: string) => `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.store (name text)`,
  ],
  [
    'without its row',
    (schema: string) =>
      `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.store (format int, revision bigint, oldest bigint)`,
  ],
])('a table %s in the place of a store is refused as corrupt', async (_name, make) => {
  const schema = freshSchema();
  await runSql(make(schema));
  expect(await refusalOf(storeOptions({ schema }))).toMatchObject({ code: 'corrupt' });
});

test('a user without rights is refused as unavailable', async () => {
  const user = `reader_${freshSchema()}`;
  await runSql(`CREATE ROLE ${user} LOGIN PASSWORD 'reader'`);
  onTestFinished(async () => void (await runSql(`DROP ROLE ${user}`)));
  const error = await refusalOf(storeOptions({ user, password: 'reader' }));
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/42501.*rights/) });
});

test('an abort while a store opens rejects with its reason and leaves no connection', async () => {
  const reason = new Error('enough');
  const aborted = postgresStore(storeOptions({ signal: AbortSignal.abort(reason) }));
  await expect(StateStore.connect(aborted)).rejects.toBe(reason);
  const abort = new AbortController();
  const application = freshSchema();
  const options = {
    connectionString: connectionStringOf(inject('postgres'), application),
    signal: abort.signal,
  };
  const opening = StateStore.connect(postgresStore(options));
  abort.abort(reason);
  await expect(opening).rejects.toBe(reason);
  await expect
    .poll(() => runSql(`SELECT pid FROM pg_stat_activity WHERE application_name = '${application}'`))
    .toEqual([]);
});

test('without the package pg the store says what to install', async () => {
  const folder = await temporaryFolder();
  await cp(await compiledModules(), join(folder, 'dist'), { recursive: true });
  const program = `
    const { StateStore } = await import('${pathToFileURL(join(folder, 'dist/index.js')).href}');
    const { postgresStore } = await import('${pathToFileURL(join(folder, 'dist/postgres/index.js')).href}');
    const error = await StateStore.connect(postgresStore({ host: 'localhost' })).catch((error) => error);
    console.log(error.code, error.message);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toContain(`unavailable PostgreSQL cannot be used`);
  expect(stdout).toContain(`npm install pg@${pgVersion}`);
});

test('the release of pg that is to be installed is one that the package takes', () => {
  expect(manifest.peerDependencies.pg).toBe(`^${pgVersion}`);
});
