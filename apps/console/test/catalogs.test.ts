import { join } from 'node:path';
import type { StateKey, StateStore } from '@changeover/storage-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { recordKey } from '../src/host/records/record-keys.js';
import { openConsoleStore } from '../src/host/store/open-console-store.js';
import { applied } from './installed-package.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const FIRST = join(DEMO, 'packages', 'field-notes-1.0.0');
const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

describe('what generations consist of', { timeout: 60_000 }, () => {
  it('is told of current, retired and stored ones, and of those of a closed session', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const first = await testHost({ store });
    const page = await connectPage(first).greeted();
    await applied(page, 'demo', [FIRST]);
    const { committed } = await applied(page, 'demo', [NEXT]);
    await page.until((now) => now.generations[0]?.state === 'retired');
    const read = (generation: number) => page.ask('catalog.read', { session: 'demo', generation });
    const [none, old, current] = [await read(0), await read(1), await read(2)];
    expect(none.capabilities).toEqual([]);
    expect(old.capabilities.map(({ kind, publicName }) => `${kind} ${publicName}`)).toEqual([
      'skill field-notes:know-a-heron',
      'skill field-notes:take-notes',
      'mcp notebook',
    ]);
    expect(current.digest).toBe(committed.digest);
    expect(page.state.generations.map(({ digest, capabilityCount }) => [digest, capabilityCount])).toEqual([
      [old.digest, old.capabilities.length],
      [current.digest, current.capabilities.length],
    ]);

    await page.ask('session.close', { id: 'demo', reason: null });
    expect(await read(1)).toEqual(old);
    await first.close();
    const later = await connectPage(await testHost({ store })).greeted();
    expect(await later.ask('catalog.read', { session: 'demo', generation: 2 })).toEqual(current);
  });

  it('is compared in either order, by what each capability is in the other', async () => {
    const page = await connectPage(await testHost()).greeted();
    await applied(page, 'demo', [FIRST]);
    await applied(page, 'demo', [NEXT]);
    const diff = (from: number, to: number) => page.ask('catalog.diff', { session: 'demo', from, to });
    const there = await diff(1, 2);
    const names = (change: string, changes: (typeof there)['changes']) =>
      changes.filter((each) => each.change === change).map(({ publicName }) => publicName);
    expect(there).toMatchObject({ from: { generation: 1 }, to: { generation: 2 }, unchanged: 1 });
    expect(names('added', there.changes)).toEqual(['field-notes:note-the-weather']);
    expect(names('replaced', there.changes)).toEqual(['field-notes:take-notes', 'notebook']);
    const back = await diff(2, 1);
    expect(names('removed', back.changes)).toEqual(['field-notes:note-the-weather']);
    expect(back.changes.find(({ change }) => change === 'removed')).toMatchObject({
      from: { publicName: 'field-notes:note-the-weather' },
      to: null,
    });
    expect(await diff(2, 2)).toMatchObject({ changes: [], unchanged: 4 });
    expect(names('added', (await diff(0, 1)).changes)).toHaveLength(3);
  });

  it('is refused for a session or a generation that there never was', async () => {
    const page = await connectPage(await testHost()).greeted();
    const read = (session: string, generation: number) =>
      expect(page.ask('catalog.read', { session, generation })).rejects;
    await read('nobody', 0).toMatchObject({ report: { code: 'unknown-session' } });
    await read('demo', 1).toMatchObject({
      report: { code: 'unknown-generation', details: { session: 'demo', generation: 1 } },
    });
    await expect(page.ask('catalog.diff', { session: 'demo', from: 0, to: 1 })).rejects.toMatchObject({
      report: { code: 'unknown-generation' },
    });
  });

  it('is checked before it is told: the set of a retired generation whose record is damaged is named', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const first = await testHost({ store });
    const before = await connectPage(first).greeted();
    await applied(before, 'demo', [FIRST]);
    await applied(before, 'demo', [NEXT]);
    await before.until((now) => now.generations[0]?.effectsClosed === 1);
    await first.close();
    await replaceInRecord(store, recordKey.generation('demo', 1), 'take-notes', 'make-notes');

    const second = await testHost({ store });
    const page = await connectPage(second).greeted();
    await page.until((now) => now.sessions[0]?.state === 'open');
    expect(page.state.generations).toMatchObject([
      { generation: 1, state: 'retired', capabilityCount: 3 },
      { generation: 2, state: 'current' },
    ]);
    const read = page.ask('catalog.read', { session: 'demo', generation: 1 });
    await expect(read).rejects.toMatchObject({
      report: {
        code: 'damaged-record',
        details: { path: '$.set' },
        message: expect.stringContaining('digest'),
      },
    });
    await second.close();

    await replaceInRecord(store, recordKey.generation('demo', 2), 'take-notes', 'make-notes');
    const third = await testHost({ store });
    expect(third.failure).toMatchObject({ code: 'damaged-record', details: { path: '$.set' } });
  });
});

/** Puts other words into a record, behind the host's back. */
async function replaceInRecord(
  config: Parameters<typeof openConsoleStore>[0],
  key: StateKey,
  from: string,
  to: string,
): Promise<void> {
  const { store } = await openConsoleStore(config);
  await using opened: StateStore = store;
  await opened.transact(async (transaction) => {
    const found = await transaction.load(key);
    const text = JSON.stringify(found?.record.value ?? null).replaceAll(from, to);
    await transaction.put({ key, value: JSON.parse(text) });
  });
}
