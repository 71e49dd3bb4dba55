import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '@changeover/capability-core';
import { StateStore } from '@changeover/storage-kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HostOptions } from '../src/host/host-options.js';
import {
  ANSWER_TIMEOUT_MS,
  READY_SETTLE_MS,
  RESTORE_CONCURRENCY,
  STOP_TIMEOUT_MS,
  STORE_CLOSE_TIMEOUT_MS,
} from '../src/host/limits.js';
import { openHost } from '../src/host/open-host.js';
import { SessionManager } from '../src/host/sessions/session-manager.js';
import { fixturePackage } from './fixture-package.js';
import { installed } from './installed-package.js';
import { connectPage, release, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(async () => {
  vi.restoreAllMocks();
  await releaseAll();
});

/** The system's clock, on which one delay is over at once and another lasts as long as a test. */
function bentClock(overMs: number, lastingMs = -1): Clock {
  return {
    ...systemClock,
    setTimer: (delayMs, fire) => {
      if (delayMs === lastingMs) return () => undefined;
      return systemClock.setTimer(delayMs === overMs ? 0 : delayMs, fire);
    },
  };
}

/** A store with sessions whose servers, from the next start on, hang instead of answering. */
async function storeOfHangingSessions(count: number): Promise<Partial<HostOptions>> {
  const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
  const host = await testHost({ store, demo: null });
  const page = await connectPage(host).greeted();
  const content = await installed(page, [await fixturePackage('good')]);
  for (let n = 1; n <= count; n += 1) {
    await page.ask('session.create', { id: `s${n}` });
    await page.ask('batch.apply', { session: `s${n}`, ...content, reason: null });
  }
  await host.close();
  const hanging = join(await temporaryFolder(), 'hanging-node');
  await writeFile(hanging, '#!/bin/sh\nexec sleep 600\n');
  await chmod(hanging, 0o755);
  return { store, demo: null, environment: { ...process.env, CHANGEOVER_NODE: hanging } };
}

async function opened(options: Partial<HostOptions>) {
  const host = await openHost({
    store: { backend: 'memory' },
    demo: null,
    carrier: 'in-process',
    printFailure: () => undefined,
    ...options,
  });
  release(() => host.close());
  return { host, page: await connectPage(host).greeted() };
}

describe('a start', { timeout: 120_000 }, () => {
  it('republishes a few sessions at a time, and is ready before all of them are', async () => {
    const options = await storeOfHangingSessions(RESTORE_CONCURRENCY + 2);
    const { host, page } = await opened({ ...options, clock: bentClock(READY_SETTLE_MS) });
    await host.settled;
    await page.until(
      (now) =>
        now.batches.filter(({ waves }) => waves.flat().some(({ state }) => state === 'preparing')).length ===
        RESTORE_CONCURRENCY,
    );
    expect(page.state.sessions.map(({ state }) => state)).toEqual(
      Array.from({ length: RESTORE_CONCURRENCY + 2 }, () => 'restoring'),
    );
    await host.close();
    expect(page.state.batches).toHaveLength(RESTORE_CONCURRENCY);
  });

  it('is ready when all are republished, where that takes less time than its bound', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const first = await testHost({ store, demo: null });
    const before = await connectPage(first).greeted();
    await before.ask('session.create', { id: 'side' });
    await before.ask('batch.apply', {
      session: 'side',
      ...(await installed(before, [await fixturePackage('good')])),
      reason: null,
    });
    await first.close();
    const { host, page } = await opened({ store, clock: bentClock(-1, READY_SETTLE_MS) });
    await host.settled;
    await page.until((now) => now.sessions[0]?.state === 'open');
  });
});

/** Work that lasts until it is let go. */
function heldWork() {
  let letGo = (): void => undefined;
  const work = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { work, letGo };
}

describe('a stop', { timeout: 60_000 }, () => {
  it.each([
    ['sessions to be let go', STOP_TIMEOUT_MS, () => vi.spyOn(SessionManager.prototype, 'stop')],
    ['its store to be closed', STORE_CLOSE_TIMEOUT_MS, () => vi.spyOn(StateStore.prototype, 'close')],
  ])('waits for %s, but no longer than its bound', async (_what, boundMs, spy) => {
    const bounded = await opened({ clock: bentClock(boundMs) });
    spy().mockReturnValue(new Promise(() => undefined));
    await bounded.host.close();
    vi.restoreAllMocks();

    const patient = await opened({ clock: bentClock(-1, boundMs) });
    const { work, letGo } = heldWork();
    spy().mockReturnValue(work);
    let isClosed = false;
    const closing = patient.host.close().then(() => {
      isClosed = true;
    });
    // Pages are answered while sessions are let go, and are closed before the store is.
    if (boundMs === STOP_TIMEOUT_MS) for (let n = 0; n < 5; n += 1) await patient.page.ask('host.ping', {});
    else while (!patient.page.isClosed) await patient.page.changed();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    letGo();
    await closing;
  });

  it('waits for what it gave up to be answered, but no longer than its bound', async () => {
    const ask = { session: 'side', run: 'run-1', after: 0, limit: 1 };
    const bounded = await opened({ clock: bentClock(ANSWER_TIMEOUT_MS) });
    vi.spyOn(StateStore.prototype, 'load').mockReturnValue(new Promise(() => undefined));
    void bounded.page.ask('transcript.read', ask).catch(() => undefined);
    await bounded.page.ask('host.ping', {});
    await bounded.host.close();
    vi.restoreAllMocks();

    const patient = await opened({ clock: bentClock(-1, ANSWER_TIMEOUT_MS) });
    const { work, letGo } = heldWork();
    vi.spyOn(StateStore.prototype, 'load').mockReturnValue(work.then(() => undefined));
    const answer = expect(patient.page.ask('transcript.read', ask)).rejects.toThrow('unknown-run');
    await patient.page.ask('host.ping', {});
    const closing = patient.host.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(patient.page.isClosed).toBe(false);
    letGo();
    await answer;
    await closing;
  });
});
