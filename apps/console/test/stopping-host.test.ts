import { systemClock } from '@changeover/capability-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '../src/host/errors/host-error.js';
import { BATCH_TIMEOUT_MS } from '../src/host/limits.js';
import { openHost } from '../src/host/open-host.js';
import { openParts } from '../src/host/open-parts.js';
import { readPackage } from '../src/host/packages/read-package.js';
import { fixturePackage, skillPackage } from './fixture-package.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(async () => {
  vi.restoreAllMocks();
  await releaseAll();
});

describe('a host that is stopped', { timeout: 60_000 }, () => {
  it('while it starts for the first time begins nothing more, and the next start does all of it', async () => {
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const host = await openHost({ store, demo: DEMO, carrier: 'in-process' });
    await host.close();
    expect(print).not.toHaveBeenCalled();
    const again = await connectPage(await testHost({ store })).greeted();
    await again.until((now) => now.sessions[0]?.stamp.generation === 1);
    expect(again.state.generations).toMatchObject([{ session: 'demo', state: 'current' }]);
  });

  it('while its first batch prepares undoes it, and the next start applies it', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const host = await openHost({ store, demo: DEMO, carrier: 'in-process' });
    const page = connectPage(host);
    await page.until((now) => now.batches[0]?.state === 'preparing');
    await host.close();
    const again = await connectPage(await testHost({ store })).greeted();
    await again.until((now) => now.sessions[0]?.stamp.generation === 1);
    expect(again.state.sessions).toMatchObject([{ id: 'demo', state: 'open' }]);
  });

  it('makes no session any more', async () => {
    const host = await testHost({ demo: null });
    const page = await connectPage(host).greeted();
    await page.ask('session.create', { id: 'side' });
    const stubborn = await fixturePackage('stubborn');
    await page.ask('batch.apply', { session: 'side', folders: [stubborn], reason: null });
    const closing = host.close();
    await expect(page.ask('session.create', { id: 'late' })).rejects.toMatchObject({
      report: { code: 'stopping', action: expect.any(String) },
    });
    await closing;
  });
});

it('says that a generation could not be stored, though its batch was given up at that moment', async () => {
  let giveUp = (): void => undefined;
  const clock = {
    ...systemClock,
    setTimer: (delayMs: number, fire: () => void) => {
      if (delayMs === BATCH_TIMEOUT_MS) giveUp = fire;
      return systemClock.setTimer(delayMs, fire);
    },
  };
  const parts = await openParts({ store: { backend: 'memory' }, demo: null, carrier: 'in-process', clock });
  await parts.start();
  const live = parts.sessions.create('side');
  const { signal } = new AbortController();
  const folders = [await readPackage(await skillPackage('one'), { signal })];
  vi.spyOn(parts.ledger, 'flush').mockImplementation(() => {
    giveUp();
    return Promise.reject(new HostError('store-write-failed', 'There is no room'));
  });
  await expect(live.apply(folders, { cause: 'Test', reason: null, signal })).rejects.toMatchObject({
    code: 'store-write-failed',
  });
  expect(live.book.session).toMatchObject({ state: 'needs-you', problem: { code: 'store-write-failed' } });
  expect(() => live.batches.cancel(live.book.batch?.id ?? '')).toThrow(HostError);
  await parts.sessions.stop();
  await parts.opened.store.close();
});

it('stores what a person wrote that has no encoding', async () => {
  const page = await connectPage(await testHost({ demo: null })).greeted();
  await page.ask('session.create', { id: 'side' });
  await page.ask('session.close', { id: 'side', reason: 'half \ud83d' });
  await page.ask('session.create', { id: 'next' });
  expect(page.state.store.writable).toBe(true);
});
