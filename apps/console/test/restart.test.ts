import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsolePage } from './console-page.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const CHANGEOVER_DEMO_SERVER = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

/** The next version with content that no other folder has. */
async function copyOfNext(folder: string): Promise<void> {
  await cp(NEXT, folder, { recursive: true });
  await writeFile(join(folder, 'skills', 'take-notes', 'own.md'), 'Only here.');
}

async function finishedRun(page: ConsolePage): Promise<string> {
  const { run } = await page.ask('run.start', {
    session: 'demo',
    rehearsal: 'take-one-note',
    prompt: 'Note.',
  });
  await page.until((now) =>
    now.runs.find(({ id, closedClean, endedAt }) => id === run && closedClean && endedAt),
  );
  return run;
}

/** A host that has published a package of the test's own as generation 2, and was stopped. */
async function stoppedOnOwnPackage() {
  const own = join(await temporaryFolder(), 'notes');
  await copyOfNext(own);
  const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
  const host = await testHost({ store });
  const page = connectPage(host);
  await opened(page);
  await page.ask('batch.apply', { session: 'demo', folders: [own], reason: null });
  await host.close();
  return { store, own };
}

function opened(page: ConsolePage): Promise<unknown> {
  return page.until((now) => now.sessions[0]?.state === 'open' && now.sessions[0].stamp.generation > 0);
}

describe('a host that was stopped and started again', { timeout: 60_000 }, () => {
  it('has its sessions, generations and finished runs again, and goes on from there', async () => {
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const first = await testHost({ store });
    const before = connectPage(first);
    await opened(before);
    const run = await finishedRun(before);
    await before.ask('batch.apply', { session: 'demo', folders: [NEXT], reason: null });
    await before.ask('session.create', { id: 'side' });
    await before.ask('session.close', { id: 'side', reason: 'Not needed' });
    const { state } = before;
    await first.close();

    const page = connectPage(await testHost({ store }));
    await opened(page);
    const again = page.state;
    expect(again.sessions.map(({ id, state: now, stamp }) => ({ id, now, stamp }))).toEqual(
      state.sessions.map(({ id, state: now, stamp }) => ({ id, now, stamp })),
    );
    expect(again.generations).toMatchObject([
      { generation: 1, state: 'retired', effectsClosed: 1 },
      {
        generation: 2,
        state: 'current',
        digest: state.sessions[0]?.stamp.digest,
        cause: 'Applied by the operator',
      },
    ]);
    expect(again.runs).toEqual(state.runs);
    expect(again.runs).toMatchObject([{ id: run, status: 'completed' }]);
    expect(again.runCount).toBe(1);
    expect(again.activity.map(({ command }) => command)).toEqual(
      expect.arrayContaining(['batch.apply', 'session.create', 'session.close', 'run.start']),
    );
    const fresh = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'take-one-note',
      prompt: 'Note.',
    });
    expect(fresh.generation).toBe(2);
    await expect(page.ask('session.create', { id: 'side' })).rejects.toThrow('session-exists');
  });

  it('shows a session whose package changed as needing somebody, and admits no run until that is settled', async () => {
    const { store, own } = await stoppedOnOwnPackage();
    await writeFile(join(own, 'skills', 'take-notes', 'extra.md'), 'More.');

    const page = connectPage(await testHost({ store }));
    const session = await page.until((now) => now.sessions.find(({ state }) => state === 'needs-you'));
    expect(session).toMatchObject({
      stamp: { generation: 2 },
      problem: { code: 'package-changed', details: { folder: own } },
    });
    expect(session.problem?.action).toContain('apply a batch');
    await expect(
      page.ask('run.start', { session: 'demo', rehearsal: 'take-one-note', prompt: 'Note.' }),
    ).rejects.toThrow('session-needs-you');
    expect(page.state.runs).toEqual([]);

    const { committed } = await page.ask('batch.apply', {
      session: 'demo',
      folders: [own],
      reason: 'Use it as it is',
    });
    expect(committed.generation).toBe(3);
    await page.until((now) => now.sessions[0]?.state === 'open');
    await page.until((now) =>
      now.generations.find(({ generation, state }) => generation === 2 && state === 'retired'),
    );
    const run = await page.ask('run.start', { session: 'demo', rehearsal: 'take-one-note', prompt: 'Note.' });
    expect(run.generation).toBe(3);
  });

  it('shows a session whose package is gone as needing somebody, and lets it be closed', async () => {
    const { store, own } = await stoppedOnOwnPackage();
    await rm(own, { recursive: true });

    const page = connectPage(await testHost({ store }));
    const session = await page.until((now) => now.sessions.find(({ state }) => state === 'needs-you'));
    expect(session.problem).toMatchObject({ code: 'package-missing', details: { folder: own } });
    expect(session.problem?.causes[0]?.code).toBe('missing');
    expect(page.state.packages.find((entry) => entry.folder === own)?.problem?.code).toBe('missing');
    await page.ask('session.close', { id: 'demo', reason: null });
    await page.until((now) => now.sessions[0]?.state === 'closed');
    expect(page.state.generations.every(({ state }) => state === 'retired')).toBe(true);
  });

  it('finds the same packages again where the project has moved', async () => {
    const folder = await temporaryFolder();
    const place = await temporaryFolder();
    const [old, moved] = [join(place, 'old'), join(place, 'moved')];
    await cp(DEMO, old, { recursive: true });
    const store = { backend: 'sqlite', folder } as const;
    const environment = { ...process.env, CHANGEOVER_DEMO_SERVER };
    const first = await testHost({ store, demo: old, environment });
    const before = connectPage(first);
    await opened(before);
    const { digest } = before.state.sessions[0]?.stamp ?? {};
    await first.close();
    await rename(old, moved);

    const page = connectPage(await testHost({ store, demo: moved, environment }));
    await opened(page);
    expect(page.state.sessions).toMatchObject([{ state: 'open', stamp: { generation: 1, digest } }]);
    const { run } = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'take-one-note',
      prompt: 'Note.',
    });
    await page.until((now) => now.runs.find(({ id, status }) => id === run && status === 'completed'));
  });

  it('ends a run that was live when it was stopped as cancelled', async () => {
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const first = await testHost({ store });
    const before = connectPage(first);
    await opened(before);
    const { run } = await before.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Wait.',
    });
    await before.until((now) => now.runs.find(({ waitingFor }) => waitingFor === 'hold'));
    await first.close();
    const page = connectPage(await testHost({ store }));
    await opened(page);
    expect(page.state.runs).toMatchObject([
      { id: run, status: 'cancelled', waitingFor: null, lease: 'released' },
    ]);
    expect(page.state.sessions).toMatchObject([{ state: 'open', stamp: { generation: 1 } }]);
  });
});
