import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsoleState } from '../src/protocol/console-state.js';
import { type ConsolePage, Refused } from './console-page.js';
import { fixturePackage, fixtureProject, skillPackage } from './fixture-package.js';
import { applied, installed } from './installed-package.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const DIE = { turns: [{ toolCalls: [{ tool: 'mcp__good__die' }] }, { text: 'Still here: {{toolResult}}' }] };
const HOLD = { turns: [{ waitFor: 'hold', text: 'On.' }] };

/** A host with one session at generation 0. */
async function emptySession(): Promise<ConsolePage> {
  const demo = await fixtureProject({ die: DIE, hold: HOLD });
  const page = await connectPage(await testHost({ demo })).greeted();
  await page.ask('session.create', { id: 'side' });
  return page;
}

/** What no refused batch may change. */
function published({ sessions, generations }: ConsoleState): unknown {
  return { stamps: sessions.map(({ id, state, stamp }) => ({ id, state, stamp })), generations };
}

describe('what is refused before anything starts', { timeout: 60_000 }, () => {
  it.each([
    ['a folder that is no package', 'not-a-package', () => temporaryFolder()],
    ['a folder that is not there', 'missing', async () => join(await temporaryFolder(), 'nowhere')],
    [
      'a file',
      'unsupported-archive',
      async () => {
        const file = join(await temporaryFolder(), 'file');
        await writeFile(file, '');
        return file;
      },
    ],
  ])('is %s that somebody wants to store, and changes nothing', async (_what, code, folderOf) => {
    const page = await emptySession();
    const before = published(page.state);
    const folder = await folderOf();
    await expect(page.ask('package.store', { folder })).rejects.toMatchObject({
      report: { code, message: expect.stringContaining(folder) },
    });
    await page.until((now) =>
      now.activity.some(({ command, outcome }) => command === 'package.store' && outcome === 'refused'),
    );
    expect(published(page.state)).toEqual(before);
    expect(page.state.registry.packages).toEqual([]);
  });

  it('cannot be made while nothing is installed, nor of what is not in force', async () => {
    const page = await emptySession();
    const ask = (packageGeneration: number, packages: string[]) =>
      page.ask('batch.apply', { session: 'side', packageGeneration, packages, reason: null });
    await expect(ask(0, [])).rejects.toMatchObject({
      report: { code: 'nothing-installed', action: expect.any(String) },
    });
    const { packageGeneration } = await installed(page, [await skillPackage('one')]);
    await expect(ask(packageGeneration, ['two'])).rejects.toMatchObject({
      report: { code: 'unknown-package' },
    });
    await expect(ask(packageGeneration + 1, ['one'])).rejects.toMatchObject({
      report: { code: 'unknown-generation' },
    });
    expect(page.state.batches).toEqual([]);
  });
});

describe('a batch whose server fails', { timeout: 60_000 }, () => {
  it.each([
    ['cannot be started', 'good', { command: '/nowhere/at/all' }, 'did-not-start'],
    ['exits at once', 'die-at-once', {}, 'server-exited'],
    ['prints rubbish', 'rubbish', {}, 'rubbish-on-stdout'],
    ['offers a tool with an impossible name', 'odd-name', {}, null],
  ])('publishes nothing when it %s, and says so at the capability', async (_what, fault, options, code) => {
    const page = await emptySession();
    const before = published(page.state);
    const request = applied(page, 'side', [await fixturePackage(fault, options)]);
    const refused: unknown = await request.catch((error: unknown) => error);
    expect(refused).toMatchObject({ report: { code: code ?? 'projection' } });
    // Seen before the refusal: a page knows by then that the batch had begun.
    const batch = page.state.batches[0];
    if (batch === undefined) throw new Error('The batch is not to be seen');
    expect(batch.state).toBe('rolled-back');
    expect(batch.waves).toMatchObject([[{ kind: 'mcp', state: 'failed' }]]);
    const failure = batch.waves[0]?.[0]?.error;
    if (code !== null) {
      expect(failure).toMatchObject({ code, action: expect.any(String) });
      expect(batch.error?.within?.map((outer) => outer.code)).toEqual(['projection', 'prepare-failed']);
      expect(batch.error?.causes.map((cause) => cause.code)).not.toContain(code);
    }
    expect(batch.error).toEqual(refused instanceof Refused ? refused.report : null);
    expect(published(page.state)).toEqual(before);
    await page.until((now) =>
      now.activity.some(({ target, outcome }) => target === 'side' && outcome === 'failed'),
    );
    const good = await applied(page, 'side', [await fixturePackage('good')]);
    expect(good.committed.generation).toBe(1);
  });

  it('rolls everything back when the operator cancels while it prepares', async () => {
    const page = await emptySession();
    const content = await installed(page, [await fixturePackage('good'), await fixturePackage('silent')]);
    const request = page.ask('batch.apply', { session: 'side', ...content, reason: null });
    const batch = await page.until((now) =>
      now.batches.find(({ waves }) => waves.flat().filter(({ state }) => state === 'prepared').length === 1),
    );
    const second = page.ask('batch.apply', { session: 'side', ...content, reason: null });
    await expect(second).rejects.toMatchObject({ report: { code: 'batch-in-progress' } });
    await page.ask('batch.cancel', { session: 'side', batch: batch.id });
    await expect(request).rejects.toMatchObject({ report: { code: 'batch-cancelled' } });
    const end = await page.until((now) => now.batches.find(({ rollback }) => rollback !== null));
    expect(end).toMatchObject({ state: 'cancelled', rollback: { effectsClosed: 1, effectsFailed: 0 } });
    expect(end.waves.flat().map(({ state }) => state)).toEqual(
      expect.arrayContaining(['rolled-back', 'cancelled']),
    );
    await page.until((now) =>
      now.activity.some(({ command, outcome }) => command === 'batch.apply' && outcome === 'cancelled'),
    );
    expect(page.state.sessions).toMatchObject([{ stamp: { generation: 0 }, pendingCleanups: 0 }]);
    await expect(page.ask('batch.cancel', { session: 'side', batch: batch.id })).rejects.toMatchObject({
      report: { code: 'unknown-batch' },
    });
  });

  it('rolls everything back when the page takes its request back', async () => {
    const page = await emptySession();
    const content = await installed(page, [await fixturePackage('silent')]);
    const request = page.ask('batch.apply', { session: 'side', ...content, reason: null });
    await page.until((now) => now.batches.length > 0);
    page.abortLast();
    await expect(request).rejects.toMatchObject({ report: { code: 'request-aborted' } });
    await page.until((now) => now.batches[0]?.state === 'cancelled');
  });

  it('rolls everything back when its session is closed while it prepares', async () => {
    const page = await emptySession();
    const content = await installed(page, [await fixturePackage('good'), await fixturePackage('silent')]);
    const request = page.ask('batch.apply', { session: 'side', ...content, reason: null });
    const refused = expect(request).rejects.toMatchObject({ report: { code: 'session-closed' } });
    await page.until((now) => now.batches[0]?.waves.flat().some(({ state }) => state === 'prepared'));
    await page.ask('session.close', { id: 'side', reason: 'Enough' });
    await refused;
    await page.until((now) => now.sessions[0]?.state === 'closed');
    expect(page.state).toMatchObject({ generations: [], batches: [{ state: 'cancelled' }] });
  });
});

describe('a server that dies in a run', { timeout: 60_000 }, () => {
  it('fails the call with its reason, and the run may go on', async () => {
    const page = await emptySession();
    await applied(page, 'side', [await fixturePackage('good')]);
    const { run } = await page.ask('run.start', { session: 'side', rehearsal: 'die', prompt: 'Try.' });
    const end = await page.until((now) => now.runs.find(({ id, endedAt }) => id === run && endedAt !== null));
    expect(end).toMatchObject({
      status: 'completed',
      lastToolCall: {
        tool: 'mcp__good__die',
        success: false,
        result: expect.stringContaining('something terrible'),
      },
    });
  });
});

describe('runs', { timeout: 60_000 }, () => {
  it('can be cancelled while they wait, and say where they wait', async () => {
    const page = await emptySession();
    const { run } = await page.ask('run.start', { session: 'side', rehearsal: 'hold', prompt: 'Wait.' });
    await page.until((now) => now.runs.find(({ waitingFor }) => waitingFor === 'hold'));
    await expect(page.ask('run.continue', { run, label: 'other' })).rejects.toMatchObject({
      report: { code: 'not-waiting', details: { run, label: 'other' } },
    });
    await page.ask('run.cancel', { run });
    const end = await page.until((now) => now.runs.find(({ endedAt }) => endedAt !== null));
    expect(end).toMatchObject({ status: 'cancelled', waitingFor: null });
    await expect(page.ask('run.cancel', { run })).rejects.toMatchObject({ report: { code: 'unknown-run' } });
  });

  it.each([
    ['unknown-session', { session: 'nobody', rehearsal: 'hold', prompt: 'Go.' }],
    ['unknown-rehearsal', { session: 'side', rehearsal: 'nothing', prompt: 'Go.' }],
  ])('are refused with %s', async (code, params) => {
    const page = await emptySession();
    await expect(page.ask('run.start', params)).rejects.toMatchObject({ report: { code } });
    expect(page.state.runs).toEqual([]);
  });
});
