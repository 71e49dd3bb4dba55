import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { HostOptions } from '../src/host/host-options.js';
import type { ConsolePage } from './console-page.js';
import { fixturePackage, skillPackage } from './fixture-package.js';
import { applied, installed } from './installed-package.js';
import { removeTree } from './remove-tree.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const FIRST = join(DEMO, 'packages', 'field-notes-1.0.0');
const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

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

/** A host whose session was published from an installed package, and that was stopped. */
async function stoppedAfterBatch() {
  const folder = await temporaryFolder();
  const store = { backend: 'sqlite', folder } as const;
  const host = await testHost({ store });
  const page = await connectPage(host).greeted();
  const { committed } = await applied(page, 'demo', [FIRST]);
  const content = page.state.registry.packages[0]?.digest.slice('sha256:'.length) ?? '';
  await host.close();
  return { store, committed, registry: join(folder, 'registry'), content };
}

/** The session as a host has it that opens a store again. */
async function sessionAgain(store: HostOptions['store']) {
  const host = await testHost({ store });
  const page = await connectPage(host).greeted();
  const session = await page.until((now) => now.sessions.find(({ state }) => state !== 'restoring'));
  return { host, page, session };
}

async function refuseRun(page: ConsolePage): Promise<void> {
  const ask = { session: 'demo', rehearsal: 'take-one-note', prompt: 'Note.' };
  await expect(page.ask('run.start', ask)).rejects.toThrow('session-needs-you');
  expect(page.state.runs).toEqual([]);
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
    await before.greeted();
    await applied(before, 'demo', [FIRST]);
    const run = await finishedRun(before);
    await applied(before, 'demo', [NEXT]);
    await before.ask('session.create', { id: 'side' });
    await before.ask('session.close', { id: 'side', reason: 'Not needed' });
    await before.until((now) => now.sessions.find(({ id, state }) => id === 'side' && state === 'closed'));
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
    expect(again.registry.generations).toEqual(state.registry.generations);
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

  it('publishes from what it has stored, though the folder that was installed is gone', async () => {
    const place = join(await temporaryFolder(), 'notes');
    await cp(FIRST, place, { recursive: true });
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const first = await testHost({ store });
    const { committed } = await applied(await connectPage(first).greeted(), 'demo', [place]);
    await first.close();
    await rm(place, { recursive: true });

    const { page, session } = await sessionAgain(store);
    expect(session).toMatchObject({ state: 'open', stamp: committed });
    const run = await finishedRun(page);
    expect(page.state.runs).toMatchObject([{ id: run, status: 'completed', generation: 1 }]);
  });

  it('shows a session whose stored package is damaged as needing somebody, until it is stored again', async () => {
    const { store, registry, content } = await stoppedAfterBatch();
    const damaged = join(registry, 'content', content, 'skills', 'take-notes', 'SKILL.md');
    await chmod(damaged, 0o644);
    await writeFile(damaged, 'Other words.');

    const { page, session } = await sessionAgain(store);
    expect(session).toMatchObject({
      state: 'needs-you',
      stamp: { generation: 1 },
      problem: { code: 'package-damaged', causes: [{ code: 'content-damaged' }] },
    });
    expect(session.problem?.message).toContain('SKILL.md');
    expect(session.problem?.action).toContain('Store the package again');
    await refuseRun(page);
    const { damaged: found } = await page.ask('package.verify', {});
    expect(found).toMatchObject([{ digest: `sha256:${content}`, path: expect.stringContaining('SKILL.md') }]);
    await page.until((now) => now.activity.find(({ command }) => command === 'package.verify'));
    const batch = { session: 'demo', packageGeneration: 1, packages: ['field-notes'] };
    await expect(page.ask('batch.preview', batch)).rejects.toMatchObject({
      report: { code: 'content-damaged', action: expect.any(String) },
    });

    expect((await page.ask('package.store', { folder: FIRST })).isNew).toBe(false);
    expect(await page.ask('package.verify', {})).toEqual({ checked: 1, damaged: [] });
    const { committed } = await page.ask('batch.apply', { ...batch, reason: 'Mended' });
    expect(committed.generation).toBe(2);
    await page.until((now) => now.sessions[0]?.state === 'open');
    await page.until((now) => now.generations[0]?.state === 'retired');
    const run = await finishedRun(page);
    expect(page.state.runs).toMatchObject([{ id: run, generation: 2 }]);
  });

  it('shows a session whose packages are gone as needing somebody, and lets it be closed', async () => {
    const { store, registry } = await stoppedAfterBatch();
    await removeTree(registry);

    const { page, session } = await sessionAgain(store);
    expect(session).toMatchObject({
      state: 'needs-you',
      problem: { code: 'package-missing', causes: [{ code: 'unknown-generation' }] },
    });
    await refuseRun(page);
    expect(page.state.registry).toMatchObject({ generation: 0, packages: [] });
    await page.ask('session.close', { id: 'demo', reason: null });
    await page.until((now) => now.sessions[0]?.state === 'closed');
    expect(page.state.generations).toMatchObject([{ state: 'retired', effectsClosed: 0 }]);
  });

  it('does not use the packages of another registry that has the same numbers', async () => {
    const { store, registry } = await stoppedAfterBatch();
    await removeTree(registry);
    const foreign = await testHost({ store: { backend: 'sqlite', folder: await temporaryFolder() } });
    const other = await connectPage(foreign).greeted();
    await installed(other, [NEXT]);
    const from = join(dirname(other.state.store.location), 'registry');
    await foreign.close();
    await cp(from, registry, { recursive: true });

    const { page, session } = await sessionAgain(store);
    expect(session).toMatchObject({
      state: 'needs-you',
      problem: { code: 'package-changed', details: { session: 'demo', generation: 1 } },
    });
    await refuseRun(page);
  });

  it('starts no server that was refused since, nor one about which the decision is lost', async () => {
    const { store, registry, content } = await stoppedAfterBatch();
    const first = await testHost({ store });
    const page = await connectPage(first).greeted();
    const decided = {
      digest: `sha256:${content}`,
      server: 'notebook',
      decision: 'refused',
      reason: 'Loud',
    } as const;
    await page.ask('package.decide', decided);
    await first.close();
    const refused = await sessionAgain(store);
    expect(refused.session).toMatchObject({
      state: 'needs-you',
      problem: { code: 'server-refused', details: { server: 'notebook', package: 'field-notes' } },
    });
    await refuseRun(refused.page);
    await refused.host.close();
    await removeTree(join(registry, 'consents'));
    const lost = await sessionAgain(store);
    expect(lost.session).toMatchObject({
      state: 'needs-you',
      problem: { code: 'server-undecided', causes: [{ code: 'consent-required' }] },
    });
  });

  it('still says why the last batch was not published, until another one is', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const first = await testHost({ store });
    const before = await connectPage(first).greeted();
    await applied(before, 'demo', [await skillPackage('one')]);
    const broken = await fixturePackage('good', { command: '/nowhere/at/all' });
    const content = await installed(before, [broken]);
    const ask = before.ask('batch.apply', { session: 'demo', ...content, reason: 'Try' });
    await expect(ask).rejects.toMatchObject({ report: { code: 'did-not-start' } });
    const failed = await before.until((now) =>
      now.batches.find(({ error }) => error?.code === 'did-not-start'),
    );
    await first.close();

    const again = await sessionAgain(store);
    expect(again.session).toMatchObject({ state: 'open', stamp: { generation: 1 } });
    expect(again.page.state.batches).toEqual([failed]);
    await again.page.until((now) =>
      now.activity.some(
        ({ command, target }) => `${command} ${target}` === 'generation.republish demo generation 1',
      ),
    );
    await applied(again.page, 'demo', [await skillPackage('two')]);
    await again.host.close();

    const last = await sessionAgain(store);
    expect(last.page.state.batches).toMatchObject([
      { state: 'committed', isRepublication: true, target: { generation: 2 } },
    ]);
  });

  it('ends a run that was live when it was stopped as cancelled', async () => {
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const first = await testHost({ store });
    const live: number[] = [];
    first.followLiveRuns((count) => live.push(count));
    const before = connectPage(first);
    await before.greeted();
    await applied(before, 'demo', [FIRST]);
    const { run } = await before.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Wait.',
    });
    await before.until((now) => now.runs.find(({ waitingFor }) => waitingFor === 'hold'));
    expect(live).toEqual([1]);
    await first.close();
    expect(live).toEqual([1, 0]);
    const page = connectPage(await testHost({ store }));
    await opened(page);
    expect(page.state.runs).toMatchObject([
      {
        id: run,
        status: 'cancelled',
        waitingFor: null,
        lease: 'released',
        error: { code: 'cancelled', message: 'the console was closed' },
      },
    ]);
    expect(page.state.activity).toContainEqual(
      expect.objectContaining({ actor: 'host', command: 'run.cancel', target: run, outcome: 'done' }),
    );
    expect(page.state.sessions).toMatchObject([{ state: 'open', stamp: { generation: 1 } }]);
  });
});
