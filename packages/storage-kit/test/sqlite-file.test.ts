import fs from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../src/contract/clock.js';
import { StateStore, StateStoreError } from '../src/index.js';
import { loadFileEngine } from '../src/sqlite-file/file-engine.js';
import { sqliteFileStore } from '../src/sqlite-file/index.js';
import { openSqliteFile, systemFileStoreParts } from '../src/sqlite-file/open-sqlite-file.js';
import { commitValue, readValue } from './disk-store.js';
import { temporaryLocation } from './temporary-folder.js';

const open = (location: string, maxBytes?: number) =>
  StateStore.connect(sqliteFileStore({ location, maxBytes }));

afterEach(() => vi.restoreAllMocks());

test('what was committed is there after a close, in one ordinary SQLite file', async () => {
  const location = await temporaryLocation();
  const store = await open(location);
  await commitValue(store, 'a', { text: 'é\u{1f600}\u0000' });
  const { revision } = await store.stats();
  await store.close();
  expect(await readdir(dirname(location))).toEqual(['state.sqlite']);
  const file = new sqlite.Database(location, { readOnly: true });
  expect(file.get('SELECT count(*) AS count FROM records')).toEqual({ count: 1 });
  file.close();
  const again = await open(location);
  expect(await readValue(again, 'a')).toEqual({ text: 'é\u{1f600}\u0000' });
  expect((await again.stats()).revision).toBe(revision);
  await again.close();
});

test('each group of commits makes one sync call, before any of them resolves', async () => {
  const store = await open(await temporaryLocation());
  const sync = vi.spyOn(fs, 'fsyncSync');
  for (let commit = 1; commit <= 3; commit += 1) {
    await commitValue(store, 'a', commit);
    expect(sync).toHaveBeenCalledTimes(commit);
  }
  await Promise.all(Array.from({ length: 64 }, (_, writer) => commitValue(store, `w${writer}`, writer)));
  expect(sync).toHaveBeenCalledTimes(4);
  await store.close();
});

test('the name of the WAL is made durable when the store is opened, before anything is committed to it', async () => {
  const location = await temporaryLocation();
  let names: readonly string[] = [];
  const files = {
    ...systemFileStoreParts.files,
    syncFolder: async (folder: string) => {
      names = await readdir(folder);
    },
  };
  const options = { location, maxBytes: 1e9, clock: systemClock };
  const store = await openSqliteFile(options, { ...systemFileStoreParts, files });
  expect(names).toContain('state.sqlite-wal');
  await store.close();
});

test('reads do not keep the WAL from being folded into the file', async () => {
  const location = await temporaryLocation();
  const store = await open(location);
  const rounds = 120;
  const bytes = 100_000;
  for (let round = 0; round < rounds; round += 1) {
    await commitValue(store, `a${round % 3}`, `${round}`.padEnd(bytes, 'x'));
    await readValue(store, `b${round % 3}`);
    await store.list({ namespace: 'test', limit: 1 });
  }
  // It is folded in at 1,000 pages.
  expect((await stat(`${location}-wal`)).size).toBeLessThan((rounds * bytes) / 2);
  await store.close();
});

test('a file has one owner whatever path leads to it', async () => {
  const location = await temporaryLocation();
  const link = join(dirname(location), 'link.sqlite');
  const store = await open(location);
  await commitValue(store, 'a', 1);
  await symlink(location, link);
  await expect(open(link)).rejects.toMatchObject({ code: 'locked', owner: { pid: process.pid } });
  await store.close();
  const again = await open(link);
  expect(await readValue(again, 'a')).toBe(1);
  await again.close();
  expect((await readdir(dirname(location))).sort()).toEqual(['link.sqlite', 'state.sqlite']);
});

test('a file that another store of this process has is locked, and free after its close', async () => {
  const location = await temporaryLocation();
  const store = await open(location);
  await expect(open(location)).rejects.toMatchObject({ code: 'locked', owner: { pid: process.pid } });
  await store.close();
  await (await open(location)).close();
});

test('the lock that the engine leaves behind when it is killed does not keep anyone out', async () => {
  const location = await temporaryLocation();
  await (await open(location)).close();
  await mkdir(`${location}.lock`);
  await (await open(location)).close();
});

test.each([
  ['a database of somebody else', 'CREATE TABLE t (a)', 'corrupt'],
  [
    'a store of a newer format',
    `CREATE TABLE t (a); PRAGMA application_id = ${0x63686766}; PRAGMA user_version = 2`,
    'unsupported-format',
  ],
])('%s is refused and not changed', async (_name, content, code) => {
  const location = await temporaryLocation();
  const file = new sqlite.Database(location);
  file.exec(content);
  file.close();
  const before = await readFile(location);
  await expect(open(location)).rejects.toMatchObject({ code, file: location });
  expect(await readFile(location)).toEqual(before);
  expect(await readdir(dirname(location))).toEqual(['state.sqlite']);
});

test('a file that is no database is corrupt', async () => {
  const location = await temporaryLocation();
  await writeFile(location, 'x'.repeat(5000));
  await expect(open(location)).rejects.toMatchObject({ code: 'corrupt', file: location });
});

test('a page that was overwritten is corrupt when it is read', async () => {
  const location = await temporaryLocation();
  const store = await open(location);
  for (let number = 0; number < 60; number += 1) await commitValue(store, `a${number}`, 'x'.repeat(1000));
  await store.close();
  const { size } = await stat(location);
  const content = await readFile(location);
  await writeFile(location, content.fill(7, 4096, size - 4096));
  await expect(
    (async () => {
      const damaged = await open(location);
      try {
        for (let number = 0; number < 60; number += 1) await readValue(damaged, `a${number}`);
      } finally {
        await damaged.close().catch(() => undefined);
      }
    })(),
  ).rejects.toMatchObject({ code: 'corrupt', file: location });
});

test('a failed sync fails its commit with io, and the store takes no more until it is opened again', async () => {
  const location = await temporaryLocation();
  const store = await open(location);
  await commitValue(store, 'a', 1);
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  await expect(commitValue(store, 'a', 2)).rejects.toMatchObject({ code: 'io', file: location });
  vi.restoreAllMocks();
  await expect(commitValue(store, 'a', 3)).rejects.toMatchObject({ code: 'unavailable' });
  await store.close();
  const again = await open(location);
  expect([1, 2]).toContain(await readValue(again, 'a'));
  await commitValue(again, 'a', 4);
  expect(await readValue(again, 'a')).toBe(4);
  await again.close();
});

test('a store at its byte cap refuses growth with store-full', async () => {
  const store = await open(await temporaryLocation(), 100_000);
  await commitValue(store, 'a', 'x'.repeat(50_000));
  await expect(commitValue(store, 'b', 'x'.repeat(50_000))).rejects.toMatchObject({
    code: 'store-full',
    limit: 100_000,
  });
  await store.close();
});

test.each([
  ['an empty location', { location: '' }],
  ['memory', { location: ':memory:' }],
  ['a byte cap of 0', { location: 'x', maxBytes: 0 }],
  ['half a byte', { location: 'x', maxBytes: 1.5 }],
])('%s is refused as invalid-request', (_name, config) => {
  expect(() => sqliteFileStore(config)).toThrow(StateStoreError);
  expect(() => sqliteFileStore(config)).toThrow(/is refused/);
});

test('a folder that does not exist is io', async () => {
  const location = join(await temporaryLocation(), 'nowhere', 'state.sqlite');
  await expect(open(location)).rejects.toMatchObject({ code: 'io' });
});

test('an opening that was aborted rejects with the reason and takes no lock', async () => {
  const location = await temporaryLocation();
  const abort = new AbortController();
  const reason = new Error('enough');
  const loadEngine = async () => {
    abort.abort(reason);
    return loadFileEngine();
  };
  const options = { location, maxBytes: 1e9, clock: systemClock, signal: abort.signal };
  await expect(openSqliteFile(options, { ...systemFileStoreParts, loadEngine })).rejects.toBe(reason);
  expect(await readdir(dirname(location))).toEqual([]);
});

test('without its library it is unavailable, and says what to install', async () => {
  vi.doMock('node-sqlite3-wasm', () => {
    throw new Error('Cannot find package');
  });
  vi.resetModules();
  const { loadFileEngine: loadAgain } = await import('../src/sqlite-file/file-engine.js');
  await expect(loadAgain()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/npm install node-sqlite3-wasm@\d+\.\d+\.\d+$/),
  });
  vi.doUnmock('node-sqlite3-wasm');
});
