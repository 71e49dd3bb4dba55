import { systemClock } from '@changeover/capability-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BATCH_TIMEOUT_MS, OPEN_SESSIONS_MAX, PAGES_MAX, RESTORE_TIMEOUT_MS } from '../src/host/limits.js';
import { fixturePackage, fixtureProject, skillPackage } from './fixture-package.js';
import { applied } from './installed-package.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(async () => {
  vi.restoreAllMocks();
  await releaseAll();
});

describe('the host', { timeout: 60_000 }, () => {
  it('keeps the bound of open sessions; a closed one makes room, and its name stays taken', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    for (let n = 0; n < OPEN_SESSIONS_MAX; n += 1) await page.ask('session.create', { id: `s${n}` });
    await expect(page.ask('session.create', { id: 'more' })).rejects.toMatchObject({
      report: { code: 'too-many-sessions', details: { limit: OPEN_SESSIONS_MAX } },
    });
    await page.ask('session.close', { id: 's0', reason: null });
    await page.ask('session.create', { id: 'more' });
    await expect(page.ask('session.create', { id: 's0' })).rejects.toMatchObject({
      report: { code: 'session-exists' },
    });
    await expect(page.ask('session.close', { id: 's0', reason: null })).rejects.toMatchObject({
      report: { code: 'session-not-open' },
    });
  });

  it('keeps the bound of pages; one that leaves makes room', async () => {
    const host = await testHost({ demo: null });
    const pages = await Promise.all(Array.from({ length: PAGES_MAX }, () => connectPage(host).greeted()));
    const refused = await connectPage(host).greeted();
    expect(refused.unavailable).toMatchObject({ code: 'too-many-pages' });
    pages[0]?.close();
    await vi.waitFor(async () => {
      expect((await connectPage(host).greeted()).unavailable).toBeNull();
    });
  });

  it('tells a page that comes while it stops that it stops, and lets the others go', async () => {
    const host = await testHost({ demo: null });
    const page = await connectPage(host).greeted();
    const closing = host.close();
    expect((await connectPage(host).greeted()).unavailable).toMatchObject({ code: 'stopping' });
    await closing;
    while (!page.isClosed) await page.changed();
    await host.close();
  });

  it('gives a batch up that is not ready in time, and undoes it', async () => {
    const clock = {
      ...systemClock,
      setTimer: (delayMs: number, fire: () => void) =>
        systemClock.setTimer(delayMs === BATCH_TIMEOUT_MS ? 300 : delayMs, fire),
    };
    const page = await connectPage(await testHost({ demo: await fixtureProject({}), clock })).greeted();
    await page.ask('session.create', { id: 'side' });
    await expect(applied(page, 'side', [await fixturePackage('silent')])).rejects.toMatchObject({
      report: { code: 'batch-timeout', action: expect.any(String) },
    });
    const batch = await page.until((now) => now.batches.find(({ error }) => error?.code === 'batch-timeout'));
    expect(batch.state).toBe('rolled-back');
  });

  it('gives a package up that cannot be stored in time', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    const folder = await skillPackage('slow');
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('time')));
    await expect(page.ask('package.store', { folder })).rejects.toMatchObject({
      report: { code: 'package-timeout', message: expect.stringContaining(folder) },
    });
    vi.restoreAllMocks();
    expect((await page.ask('package.store', { folder })).isNew).toBe(true);
  });

  it('leaves a session to somebody that cannot be published again in time', async () => {
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const first = await testHost({ store, demo: null });
    const before = await connectPage(first).greeted();
    await before.ask('session.create', { id: 'side' });
    await applied(before, 'side', [await skillPackage('one')]);
    await first.close();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === RESTORE_TIMEOUT_MS ? AbortSignal.abort(new Error('time')) : timeout(ms),
    );
    const page = await connectPage(await testHost({ store, demo: null })).greeted();
    const session = await page.until((now) => now.sessions.find(({ state }) => state === 'needs-you'));
    expect(session.problem).toMatchObject({ code: 'restore-timeout', action: expect.any(String) });
  });
});
