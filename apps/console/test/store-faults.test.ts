import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonValue, StateStore, stateKey } from '@changeover/storage-kit';
import { afterEach, describe, expect, it } from 'vitest';
import type { ErrorReport } from '../src/protocol/error-report.js';
import type { Stamp } from '../src/protocol/generation.js';
import { fixtureProject, skillPackage } from './fixture-package.js';
import { installed } from './installed-package.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const HOLD = { turns: [{ waitFor: 'hold', text: 'On.' }] };

/** The folder of a store that its host has closed. */
async function usedStore(): Promise<string> {
  const folder = await temporaryFolder();
  const host = await testHost({ store: { backend: 'sqlite', folder }, demo: null });
  const page = await connectPage(host).greeted();
  for (const id of ['one', 'two', 'three']) await page.ask('session.create', { id });
  await host.close();
  return folder;
}

/** The folder of a store as a host leaves it that is killed: a copy without the lock. */
async function killedStore(): Promise<string> {
  const folder = await temporaryFolder();
  const copy = join(await temporaryFolder(), 'data');
  const host = await testHost({ store: { backend: 'sqlite', folder }, demo: null });
  const page = await connectPage(host).greeted();
  for (const id of ['one', 'two', 'three']) await page.ask('session.create', { id });
  await cp(folder, copy, { recursive: true, filter: (path) => !path.includes('.lock') });
  return copy;
}

async function segmentOf(folder: string): Promise<string> {
  const name = (await readdir(folder)).filter((entry) => entry.includes('.segment-')).at(-1);
  return join(folder, name ?? '');
}

async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (path) => [path, (await readFile(path)).toString('base64')])),
  );
}

/** Writes a record behind the host's back. */
async function plant(folder: string, key: string, value: JsonValue): Promise<void> {
  await using store = await StateStore.connect({
    backend: 'sqlite',
    location: join(folder, 'console.sqlite'),
  });
  await store.transact((transaction) => transaction.put({ key: stateKey('console', key), value }));
}

/** Opens a host that must fail, and sees what its pages are told. */
async function failureOf(folder: string): Promise<ErrorReport> {
  const host = await testHost({ store: { backend: 'sqlite', folder }, demo: null });
  const page = await connectPage(host).greeted();
  expect(page.unavailable).toEqual(host.failure);
  await expect(page.ask('session.create', { id: 'late' })).rejects.toMatchObject({ report: host.failure });
  if (page.unavailable === null) throw new Error('The host could be opened');
  return page.unavailable;
}

describe('a store that cannot be opened', { timeout: 60_000 }, () => {
  it('is named when another process has it, and works again after that', async () => {
    const folder = await temporaryFolder();
    const first = await testHost({ store: { backend: 'sqlite', folder }, demo: null });
    const failure = await failureOf(folder);
    expect(failure).toMatchObject({
      code: 'locked',
      action: expect.stringContaining('Close the other console'),
    });
    expect(failure.message).toContain(String(process.pid));
    await first.close();
    expect((await testHost({ store: { backend: 'sqlite', folder }, demo: null })).failure).toBeNull();
  });

  it('is left as it is when its snapshot is no database', async () => {
    const folder = await usedStore();
    await writeFile(join(folder, 'console.sqlite'), 'This is a letter.');
    const before = await contents(folder);
    const failure = await failureOf(folder);
    expect(failure).toMatchObject({ code: 'corrupt', details: { file: join(folder, 'console.sqlite') } });
    expect(failure.action).toContain('left as it is');
    expect(await contents(folder)).toEqual(before);
  });

  it('is left as it is when its journal is damaged in the middle', async () => {
    const folder = await killedStore();
    const segment = await segmentOf(folder);
    const bytes = await readFile(segment);
    bytes[60] = (bytes[60] ?? 0) ^ 0xff;
    await writeFile(segment, bytes);
    const before = await contents(folder);
    expect(await failureOf(folder)).toMatchObject({ code: 'corrupt', details: { file: segment } });
    expect(await contents(folder)).toEqual(before);
  });

  it('is left as it is when a newer console has written its records', async () => {
    const folder = await usedStore();
    await plant(folder, 'format', { format: 3, feature: 'later' });
    const before = await contents(folder);
    expect(await failureOf(folder)).toMatchObject({
      code: 'newer-records',
      details: { format: 3, supported: 2 },
      action: expect.stringContaining('newer version'),
    });
    expect(await contents(folder)).toEqual(before);
  });

  it.each([
    ['session/one', { format: 1, options: {} }],
    ['session/one', 'text'],
    [
      'generation/one/00000000000000000001',
      {
        format: 1,
        set: 'no set',
        digest: '',
        cause: '',
        publishedAt: 0,
        retiredAt: null,
        effectsClosed: null,
        packages: [],
      },
    ],
    ['run/one/run-1', { format: 1, run: { id: 'run-1' } }],
    ['audit/00000000000000000001', { format: 1, activity: null }],
    ['process/1', { format: 1, pid: 'one' }],
  ] as const)('names the damaged record %s', async (key, value) => {
    const folder = await usedStore();
    await plant(folder, key, value);
    const failure = await failureOf(folder);
    expect(failure).toMatchObject({ code: 'damaged-record', details: { record: key } });
    expect(failure.message).toContain(key);
  });

  it('is named when its folder cannot be made', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const folder = join(file, 'data');
    expect(await failureOf(folder)).toMatchObject({ code: 'data-folder-unusable', details: { folder } });
  });
});

describe('a store with a torn end', { timeout: 60_000 }, () => {
  it('is repaired, and the console says what was cut off', async () => {
    const folder = await killedStore();
    const segment = await segmentOf(folder);
    const bytes = await readFile(segment);
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    await writeFile(segment, bytes.fill(0, end - 40));
    const printed: string[] = [];
    const page = await connectPage(
      await testHost({
        store: { backend: 'sqlite', folder },
        demo: null,
        printFailure: (title, { message }) => void printed.push(title, message),
      }),
    ).greeted();
    expect(page.state.store.recovery).toContain(segment);
    expect(printed).toEqual(['The store was recovered', page.state.store.recovery]);
    expect(page.state.sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(['one', 'two']));
    await page.ask('session.create', { id: 'four' });
  });
});

describe('a store that fails while it is used', { timeout: 60_000 }, () => {
  it('lets live runs end, shows that it is not written to, and refuses changes', async () => {
    const demo = await fixtureProject({ hold: HOLD });
    const page = await connectPage(
      await testHost({ store: { backend: 'memory', maxBytes: 16 * 1024 }, demo }),
    ).greeted();
    await page.ask('session.create', { id: 'side' });
    const { run } = await page.ask('run.start', { session: 'side', rehearsal: 'hold', prompt: 'Short.' });
    const prompt = 'x'.repeat(20_000);
    await expect(page.ask('run.start', { session: 'side', rehearsal: 'hold', prompt })).rejects.toMatchObject(
      {
        report: { code: 'store-write-failed', causes: [{ code: 'store-full' }] },
      },
    );
    await page.until((now) => !now.store.writable);
    await page.until((now) => now.runs.filter(({ waitingFor }) => waitingFor === 'hold').length === 2);
    await expect(page.ask('session.create', { id: 'late' })).rejects.toMatchObject({
      report: {
        code: 'store-not-writable',
        causes: [{ code: 'store-write-failed' }, { code: 'store-full' }],
      },
    });
    await page.ask('run.continue', { run, label: 'hold' });
    await page.until((now) => now.runs.find(({ id, status }) => id === run && status === 'completed'));
  });
});

describe('a generation that could not be stored', { timeout: 60_000 }, () => {
  it('is refused to the operator, stops the session, and is not there after a restart', async () => {
    const folder = await temporaryFolder();
    const full = await testHost({ store: { backend: 'sqlite', folder, maxBytes: 48 * 1024 }, demo: null });
    const page = await connectPage(full).greeted();
    await page.ask('session.create', { id: 'side' });
    const both = await installed(page, [await skillPackage('one'), await skillPackage('two')]);
    const acknowledged: Stamp[] = [];
    let refused: unknown = null;
    for (let round = 0; refused === null && round < 200; round += 1) {
      const content = { ...both, packages: both.packages.slice(0, 1 + (round % 2)) };
      await page.ask('batch.apply', { session: 'side', ...content, reason: null }).then(
        ({ committed }) => acknowledged.push(committed),
        (error: unknown) => {
          refused = error;
        },
      );
    }
    expect(refused).toMatchObject({ report: { code: 'store-write-failed' } });
    const needing = await page.until((now) => now.sessions.find(({ state }) => state === 'needs-you'));
    expect(needing.problem?.code).toBe('store-write-failed');
    await full.close();

    const again = await connectPage(
      await testHost({ store: { backend: 'sqlite', folder }, demo: null }),
    ).greeted();
    await again.until((now) => now.sessions[0]?.state === 'open');
    expect(again.state.sessions[0]?.stamp).toEqual(acknowledged.at(-1));
    expect(again.state.generations.at(-1)).toMatchObject({ ...acknowledged.at(-1), state: 'current' });
  });
});

it('says on the terminal that a project cannot be read, and works without it', async () => {
  const demo = await temporaryFolder();
  await rm(join(demo, 'packages'), { force: true });
  const page = await connectPage(await testHost({ demo })).greeted();
  expect(page.state).toMatchObject({ sessions: [], registry: { suggestions: [] }, rehearsals: [] });
});
