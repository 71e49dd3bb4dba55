import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StateStore, stateKey } from '../../src/index.js';
import { type LanceStoreOptions, lanceStore } from '../../src/lance/index.js';
import { temporaryFolder } from '../temporary-folder.js';
import { lanceFolder, openLance } from './lance-folder.js';

const key = stateKey('test', 'a');

async function filesBelow(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

test('a store keeps its records from one opening to the next, in a folder with any name', async () => {
  const location = join(await temporaryFolder(), `it's a "100%" #1 ?x=\u{1f600} folder`);
  for (const round of [1, 2]) {
    await using store = await openLance({ location });
    expect((await store.load(key))?.record.value).toBe(round === 1 ? undefined : round - 1);
    await store.transact((transaction) => transaction.put({ key, value: round }));
    expect(await store.stats()).toMatchObject({ revision: round, maxBytes: Number.POSITIVE_INFINITY });
    expect((await store.stats()).bytes).toBeGreaterThan(0);
  }
});

test.each([
  ['no location', { location: undefined }],
  ['an empty location', { location: '' }],
  ['a location with a NUL', { location: 'a\0b' }],
  ['an address instead of a folder', { location: 's3://bucket/store' }],
  ['a history shorter than a second', { historyMs: 999 }],
  ['a history longer than a day', { historyMs: 24 * 60 * 60 * 1000 + 1 }],
  ['a history that is no whole number', { historyMs: 1000.5 }],
])('%s is refused as invalid-request, with the option named', (_name, options) => {
  const [option = ''] = Object.keys(options);
  const refused = () => lanceStore({ location: 'folder', ...options } as LanceStoreOptions);
  expect(refused).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  expect(refused).toThrow(option);
});

test('a folder of something else is refused as invalid-request and left as it is', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'letter.txt'), 'to somebody');
  const refusal = expect(openLance({ location: folder })).rejects;
  await refusal.toMatchObject({ code: 'invalid-request', file: folder });
  expect(await filesBelow(folder)).toEqual(['letter.txt']);
});

test('a folder inside a folder that is not there, and a file, cannot be opened: io', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  for (const name of ['missing/state', 'file']) {
    await expect(openLance({ location: join(folder, name) })).rejects.toMatchObject({ code: 'io' });
  }
  expect(await filesBelow(folder)).toEqual(['file']);
});

test('a folder in which a process died while it made the store becomes a store', async () => {
  const location = await lanceFolder();
  await (await openLance({ location })).close();
  await rename(join(location, 'head.lance'), join(location, '.new-dead'));
  await using store = await openLance({ location });
  expect(await store.stats()).toMatchObject({ revision: 0 });
});

test('all who make a store in one folder at once have the same store', async () => {
  const location = await lanceFolder();
  const stores = await Promise.all(Array.from({ length: 6 }, () => openLance({ location })));
  for (const [round, store] of stores.entries()) {
    expect((await store.load(key))?.record.value).toBe(round === 0 ? undefined : round - 1);
    await store.transact((transaction) => transaction.put({ key, value: round }));
  }
  await Promise.all(stores.map((store) => store.close()));
  expect((await readdir(location)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test("another program's table head is refused as corrupt and left as it is", async () => {
  const location = await lanceFolder();
  const connection = await connect(location);
  await connection.createTable('head', [{ id: 1, name: 'theirs' }]);
  await connection.createTable('versions', [{ id: 1 }]);
  connection.close();
  const before = await filesBelow(location);
  await expect(openLance({ location })).rejects.toMatchObject({ code: 'corrupt', file: location });
  expect(await filesBelow(location)).toEqual(before);
});

test.each(['versions', 'head'])('a store whose table %s is damaged is refused as corrupt', async (table) => {
  const location = await lanceFolder();
  await (await openLance({ location })).close();
  if (table === 'versions') await rm(join(location, 'versions.lance'), { recursive: true });
  else {
    const versions = join(location, 'head.lance', '_versions');
    for (const name of await readdir(versions)) await writeFile(join(versions, name), 'rubbish');
  }
  await expect(openLance({ location })).rejects.toMatchObject({ code: 'corrupt', file: location });
});

test('a newer format is refused with its version, by a store that is open as well, and left as it is', async () => {
  const location = await lanceFolder();
  await using store = await openLance({ location });
  await store.transact((transaction) => transaction.put({ key, value: 1 }));
  const connection = await connect(location);
  const head = await connection.openTable('head');
  await head.update({ valuesSql: { format: '7' } });
  connection.close();
  const before = await filesBelow(location);
  const refusal = { code: 'unsupported-format', version: 7, file: location };
  await expect(openLance({ location })).rejects.toMatchObject(refusal);
  await expect(store.load(key)).rejects.toMatchObject(refusal);
  expect(await filesBelow(location)).toEqual(before);
});

test('a head that was edited is refused as corrupt', async () => {
  const location = await lanceFolder();
  await (await openLance({ location })).close();
  const connection = await connect(location);
  const head = await connection.openTable('head');
  for (const values of [{ content: "'no JSON'" }, { revision: '-5' }]) {
    await head.update({ valuesSql: values });
    await using store = await openLance({ location });
    await expect(store.load(key)).rejects.toMatchObject({ code: 'corrupt' });
  }
  await head.delete('true');
  await using store = await openLance({ location });
  await expect(store.load(key)).rejects.toMatchObject({ code: 'corrupt', file: location });
  connection.close();
});

test('an abort while a store opens rejects with its reason, and leaves nothing open', async () => {
  const reason = new Error('enough');
  const location = await lanceFolder();
  const connecting = (signal: AbortSignal) => StateStore.connect(lanceStore({ location, signal }));
  await expect(connecting(AbortSignal.abort(reason))).rejects.toBe(reason);
  const abort = new AbortController();
  const opening = expect(connecting(abort.signal)).rejects.toBe(reason);
  abort.abort(reason);
  await opening;
});

test('without LanceDB a store is unavailable, and the message says what to install', async () => {
  vi.doMock('@lancedb/lancedb', () => {
    throw new Error('Cannot find package');
  });
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('@lancedb/lancedb');
    vi.resetModules();
  });
  const { lanceStore: fresh } = await import('../../src/lance/index.js');
  const driver = fresh({ location: await lanceFolder() });
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const packages = ['@lancedb/lancedb', 'apache-arrow'].map(
    (name) => `${name}@${manifest.peerDependencies[name]}`,
  );
  await expect(StateStore.connect(driver)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(`npm install ${packages.join(' ')}`),
  });
});
