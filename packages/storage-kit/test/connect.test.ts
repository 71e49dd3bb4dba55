import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { StateStore, type StateStoreConfig, stateKey } from '../src/index.js';
import { maxSqliteStoreBytes } from '../src/limits.js';
import { temporaryFolder, temporaryLocation } from './temporary-folder.js';

const key = stateKey('test', 'a');

test('a store on a file keeps its records from one opening to the next', async () => {
  const location = await temporaryLocation();
  for (const round of [1, 2, 3]) {
    const store = await StateStore.connect({ backend: 'sqlite', location });
    expect((await store.load(key))?.record.value).toBe(round === 1 ? undefined : round - 1);
    await store.transact((transaction) => transaction.put({ key, value: round }));
    expect(await store.stats()).toMatchObject({ revision: round });
    await store.close();
  }
});

test('a closed store is one ordinary SQLite file that only its owner reads', async () => {
  const location = await temporaryLocation();
  const store = await StateStore.connect({ backend: 'sqlite', location });
  await store.transact((transaction) => transaction.put({ key, value: { text: 'Hello' } }));
  await store.close();
  expect(await readdir(dirname(location))).toEqual(['state.sqlite']);
  expect((await stat(location)).mode & 0o777).toBe(0o600);
  const engine = await createRequire(import.meta.url)('sql.js')();
  const database = new engine.Database(await readFile(location));
  const rows = database.exec('SELECT namespace, key, value, revision FROM records')[0].values;
  expect(rows).toEqual([['test', 'a', '{"text":"Hello"}', 1]]);
  expect(database.exec('PRAGMA integrity_check')[0].values).toEqual([['ok']]);
});

test('a store that is open elsewhere is locked, also by another path to it', async () => {
  const location = await temporaryLocation();
  const other = join(await temporaryFolder(), 'link');
  await using _store = await StateStore.connect({ backend: 'sqlite', location });
  await symlink(location, other);
  for (const path of [location, other]) {
    await expect(StateStore.connect({ backend: 'sqlite', location: path })).rejects.toMatchObject({
      code: 'locked',
      owner: { pid: process.pid, host: hostname() },
    });
  }
});

test.each(['folder-that-is-not-there/state.sqlite', 'a-folder'])('%s cannot be opened: io', async (name) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'a-folder'));
  const connect = StateStore.connect({ backend: 'sqlite', location: join(folder, name) });
  await expect(connect).rejects.toMatchObject({ code: 'io' });
  expect(await readdir(folder)).toEqual(['a-folder']);
});

test('a file that is no store is left as it is', async () => {
  const location = await temporaryLocation();
  await writeFile(location, 'a letter to somebody');
  await expect(StateStore.connect({ backend: 'sqlite', location })).rejects.toMatchObject({
    code: 'corrupt',
    file: location,
  });
  expect(await readFile(location, 'utf8')).toBe('a letter to somebody');
  expect(await readdir(dirname(location))).toEqual(['state.sqlite']);
});

test.each([
  ['an unknown backend', { backend: 'paper' }],
  ['an empty location', { backend: 'sqlite', location: '' }],
  ['no location', { backend: 'sqlite' }],
  ['a location with a NUL', { backend: 'sqlite', location: 'a\0b' }],
  ['an unknown durability', { backend: 'sqlite', location: ':memory:', durability: 'hope' }],
  ['a cap of 0 bytes', { backend: 'memory', maxBytes: 0 }],
  ['a cap that is no whole number', { backend: 'memory', maxBytes: 1.5 }],
  [
    'a cap beyond what SQLite holds in memory',
    { backend: 'sqlite', location: ':memory:', maxBytes: maxSqliteStoreBytes + 1 },
  ],
  ['an engine that is no bytes', { backend: 'sqlite', location: ':memory:', wasmBinary: 'bytes' }],
])('%s is refused as invalid-request', async (_name, config) => {
  await expect(StateStore.connect(config as StateStoreConfig)).rejects.toMatchObject({
    code: 'invalid-request',
  });
});

test('the highest cap of SQLite is taken', async () => {
  await using store = await StateStore.connect({
    backend: 'sqlite',
    location: ':memory:',
    maxBytes: maxSqliteStoreBytes,
  });
  expect((await store.stats()).maxBytes).toBe(maxSqliteStoreBytes);
});

test('an abort while a store opens rejects with its reason and leaves nothing open', async () => {
  const location = await temporaryLocation();
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await expect(StateStore.connect({ backend: 'sqlite', location, signal })).rejects.toBe(reason);
  await expect(StateStore.connect({ backend: 'memory', signal })).rejects.toBe(reason);
  expect(await readdir(dirname(location))).toEqual([]);
});

test('commits go on while a checkpoint folds the journal, and both end up in the store', async () => {
  const location = await temporaryLocation();
  const store = await StateStore.connect({ backend: 'sqlite', location });
  const value = 'x'.repeat(100_000);
  const records = 400;
  await Promise.all(
    Array.from({ length: records }, (_, index) =>
      store.transact((transaction) => transaction.put({ key: stateKey('test', `k${index}`), value })),
    ),
  );
  await store.transact((transaction) => transaction.put({ key, value: 'meanwhile' }));
  await store.close();
  await using reopened = await StateStore.connect({ backend: 'sqlite', location });
  expect(await reopened.stats()).toMatchObject({ revision: records + 1, journalBytes: 0 });
  expect((await reopened.load(key))?.record.value).toBe('meanwhile');
  expect((await reopened.list({ namespace: 'test', prefix: 'k', limit: 1000 })).snapshots).toHaveLength(
    records,
  );
});
