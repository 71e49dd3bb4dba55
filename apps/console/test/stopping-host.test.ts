import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@changeover/capability-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '../src/host/errors/host-error.js';
import { BATCH_TIMEOUT_MS } from '../src/host/limits.js';
import { openHost } from '../src/host/open-host.js';
import { openParts } from '../src/host/open-parts.js';
import { fixturePackage, skillPackage } from './fixture-package.js';
import { applied, installed } from './installed-package.js';
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
    await again.until((now) => now.sessions[0]?.state === 'open' && now.registry.suggestions.length > 0);
    expect(again.state.sessions).toMatchObject([{ id: 'demo', stamp: { generation: 0 } }]);
  });

  it('while a batch prepares undoes it, and the next start goes on without it', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const host = await testHost({ store });
    const page = await connectPage(host).greeted();
    const content = await installed(page, [await fixturePackage('silent')]);
    const request = page.ask('batch.apply', { session: 'demo', ...content, reason: null });
    const refused = expect(request).rejects.toMatchObject({ report: { code: 'session-closed' } });
    await page.until((now) => now.batches[0]?.state === 'preparing');
    await host.close();
    await refused;
    const again = await connectPage(await testHost({ store })).greeted();
    await again.until((now) => now.sessions[0]?.state === 'open');
    expect(again.state).toMatchObject({
      sessions: [{ id: 'demo', stamp: { generation: 0 } }],
      registry: { generation: 1, packages: [{ name: 'silent', state: 'in-force' }] },
    });
  });

  it('while it stores a package gives that up, and says to nobody that something failed', async () => {
    const printed: string[] = [];
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const host = await testHost({ store, demo: null, printFailure: (title) => void printed.push(title) });
    const page = await connectPage(host).greeted();
    const folder = await skillPackage('large');
    for (let n = 0; n < 200; n += 1) await writeFile(join(folder, `${n}.bin`), Buffer.alloc(100_000, n));
    const request = page.ask('package.store', { folder });
    const refused = expect(request).rejects.toMatchObject({ report: { code: 'cancelled' } });
    // Answered in order: by then the one before has begun.
    await page.ask('host.ping', {});
    await host.close();
    await refused;
    expect(printed).toEqual([]);
    const again = await connectPage(await testHost({ store, demo: null })).greeted();
    expect(again.state.registry.packages).toEqual([]);
    expect(again.state.activity).toMatchObject([{ command: 'package.store', outcome: 'cancelled' }]);
  });

  it('while a session is being closed closes it to the end, and begins to close no other', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const host = await testHost({ store, demo: null });
    const page = await connectPage(host).greeted();
    await page.ask('session.create', { id: 'side' });
    await page.ask('session.create', { id: 'other' });
    await applied(page, 'side', [await fixturePackage('stubborn')]);
    const closed = page.ask('session.close', { id: 'side', reason: 'Enough' });
    await page.until((now) => now.sessions.some(({ state }) => state === 'closing'));
    const closing = host.close();
    await expect(page.ask('session.close', { id: 'other', reason: null })).rejects.toMatchObject({
      report: { code: 'stopping' },
    });
    expect(await closed).toEqual({});
    await closing;
    const again = await connectPage(await testHost({ store, demo: null })).greeted();
    expect(again.state.sessions.map(({ id, state }) => [id, state])).toEqual([
      ['side', 'closed'],
      ['other', 'open'],
    ]);
    expect(again.state.activity.slice(0, 2)).toMatchObject([
      { command: 'session.close', target: 'side', outcome: 'done', reason: 'Enough' },
      { command: 'session.close', target: 'other', outcome: 'cancelled' },
    ]);
    // A server that was left behind would have been ended at this start.
    expect(again.state.activity.map(({ command }) => command)).not.toContain('process.end-leftover');
  });

  it('makes no session any more', async () => {
    const host = await testHost({ demo: null });
    const page = await connectPage(host).greeted();
    await page.ask('session.create', { id: 'side' });
    await applied(page, 'side', [await fixturePackage('stubborn')]);
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
  const { registry } = parts.packages;
  const { digest } = await registry.install(await skillPackage('one'), { signal });
  await registry.apply(await registry.plan({ add: [digest] }, { signal }), { signal });
  const content = { packageGeneration: 1, packages: ['one'] };
  const flush = parts.ledger.flush.bind(parts.ledger);
  vi.spyOn(parts.ledger, 'flush').mockImplementation(() => {
    // It is also flushed now and then while the batch is prepared.
    if (live.book.batch?.state !== 'committed') return flush();
    giveUp();
    return Promise.reject(new HostError('store-write-failed', 'There is no room'));
  });
  await expect(live.apply(content, { cause: 'Test', reason: null, signal })).rejects.toMatchObject({
    code: 'store-write-failed',
  });
  expect(live.book.session).toMatchObject({ state: 'needs-you', problem: { code: 'store-write-failed' } });
  expect(() => live.batches.cancel(live.book.batch?.id ?? '')).toThrow(HostError);
  vi.restoreAllMocks();
  await parts.sessions.stop();
  parts.board.stop();
  parts.heartbeat.stop();
  await parts.packages.close();
  await parts.ledger.close();
  await parts.opened.store.close();
});

it('stores what a person wrote that has no encoding', async () => {
  const page = await connectPage(await testHost({ demo: null })).greeted();
  await page.ask('session.create', { id: 'side' });
  await page.ask('session.close', { id: 'side', reason: 'half \ud83d' });
  await page.ask('session.create', { id: 'next' });
  expect(page.state.store.writable).toBe(true);
});
