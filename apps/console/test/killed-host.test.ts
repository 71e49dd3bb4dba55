import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fixturePackage } from './fixture-package.js';
import { applied } from './installed-package.js';
import { builtPage, bundledServer, connectServedPage, serve } from './served-console.js';
import { DEMO, releaseAll, temporaryFolder } from './test-host.js';

const FIRST = join(DEMO, 'packages', 'field-notes-1.0.0');
const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

let program: string;
beforeAll(async () => {
  program = await bundledServer();
});
afterAll(() => rm(dirname(program), { recursive: true, force: true }));
afterEach(releaseAll);

/** A zombie does not count: it holds nothing, and waits only for a parent that may never look. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}

describe('a host that was killed', { timeout: 60_000 }, () => {
  it('comes back with what it had acknowledged, its live run interrupted and its servers ended', async () => {
    const data = await temporaryFolder();
    const page = await builtPage();
    const first = serve(program, page, data);
    const before = await connectServedPage(first);
    await applied(before, 'demo', [FIRST]);
    const done = await before.ask('run.start', {
      session: 'demo',
      rehearsal: 'take-one-note',
      prompt: 'Note.',
    });
    await before.until((now) => now.runs.find(({ id, closedClean }) => id === done.run && closedClean));
    const stubborn = await fixturePackage('stubborn');
    const { committed } = await applied(before, 'demo', [stubborn], 'Try it');
    const last = await applied(before, 'demo', [NEXT]);
    const live = await before.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Wait.',
    });
    const killedAt = Date.now();
    first.child.kill('SIGKILL');
    await first.exited;

    const second = serve(program, page, data);
    const after = await connectServedPage(second);
    await second.line(/^Console ready at/);
    const state = await after.until((now) => now.sessions[0]?.state === 'open' && now);
    expect(state.registry).toMatchObject({ generation: 3, packages: [{}, {}, { state: 'in-force' }] });
    expect(state.sessions).toMatchObject([{ id: 'demo', state: 'open', stamp: last.committed }]);
    expect(state.generations).toMatchObject([
      { generation: 1, state: 'retired' },
      { generation: 2, state: 'retired', digest: committed.digest },
      { generation: 3, state: 'current', digest: last.committed.digest },
    ]);
    const interrupted = state.runs.find(({ id }) => id === live.run);
    expect(interrupted).toMatchObject({ status: 'failed', generation: 3, error: { code: 'interrupted' } });
    // When it was last written, and not when the next host has found it.
    expect(interrupted?.endedAt).toBeGreaterThanOrEqual(interrupted?.admittedAt ?? Number.NaN);
    expect(interrupted?.endedAt).toBeLessThanOrEqual(killedAt);
    expect(state.runs.find(({ id }) => id === done.run)).toMatchObject({
      status: 'completed',
      generation: 1,
    });
    const again = await after.ask('run.start', {
      session: 'demo',
      rehearsal: 'take-one-note',
      prompt: 'Note.',
    });
    expect(again.generation).toBe(3);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });

  it('ends a server process group that outlived it', async () => {
    const data = await temporaryFolder();
    const page = await builtPage();
    const first = serve(program, page, data);
    const before = await connectServedPage(first);
    await applied(before, 'demo', [await fixturePackage('stubborn')]);
    first.child.kill('SIGKILL');
    await first.exited;

    const second = serve(program, page, data);
    const after = await connectServedPage(second);
    await second.line(/^Console ready at/);
    const ended = after.state.activity.filter(({ command }) => command === 'process.end-leftover');
    const stubborn = ended.find(({ target }) => target.startsWith('stubborn'));
    expect(stubborn).toMatchObject({ outcome: 'done', detail: 'ended' });
    expect(await isRunning(Number(/\d+/.exec(stubborn?.target ?? '')?.[0]))).toBe(false);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });
});
