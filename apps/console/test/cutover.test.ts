import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectPage, DEMO, releaseAll, testHost } from './test-host.js';

afterEach(releaseAll);

const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

describe('a host with the demonstration project', { timeout: 60_000 }, () => {
  it('starts with one session whose generation 1 holds the first package', async () => {
    const page = connectPage(await testHost());
    const state = await page.until((now) => now.generations.length > 0 && now);
    expect(state.sessions).toMatchObject([{ id: 'demo', state: 'open', stamp: { generation: 1 } }]);
    expect(state.generations).toMatchObject([
      { generation: 1, state: 'current', cause: 'First start', packages: [{ version: '1.0.0' }] },
    ]);
    expect(state.packages.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0']);
    expect(state.packages.flatMap(({ items }) => items).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => 'loaded'),
    );
    expect(state.rehearsals.map(({ name }) => name)).toEqual([
      'hold-the-notebook',
      'take-one-note',
      'look-up-a-skill',
      'wait-for-the-heron',
    ]);
    expect(state.activity).toMatchObject([{ actor: 'host', command: 'batch.apply', outcome: 'done' }]);
  });

  it('keeps a live run on generation 1 through the cutover to 2, and retires 1 after it', async () => {
    const page = connectPage(await testHost());
    await page.until((now) => now.sessions[0]?.state === 'open');
    const old = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Look at the notebook.',
    });
    expect(old.generation).toBe(1);
    await page.until((now) => now.runs.find(({ id, waitingFor }) => id === old.run && waitingFor === 'hold'));

    const preview = await page.ask('batch.preview', { session: 'demo', folders: [NEXT] });
    const applied = await page.ask('batch.apply', { session: 'demo', folders: [NEXT], reason: 'Ink' });
    expect(applied.committed).toEqual(preview.target);
    expect(preview).toMatchObject({ pinnedRuns: [old.run], unchanged: 0 });
    expect(preview.changes.map(({ change }) => change)).toEqual(['replaced', 'replaced']);
    const published = await page.until((now) => now.sessions[0]?.stamp.generation === 2 && now);
    expect(published.generations).toMatchObject([
      { generation: 1, state: 'draining', pins: 1 },
      { generation: 2, state: 'current', pins: 0 },
    ]);
    expect(published.batches).toMatchObject([
      { state: 'committed', reason: 'Ink', receipt: applied.committed && { committed: applied.committed } },
    ]);

    const fresh = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'take-one-note',
      prompt: 'Note.',
    });
    const noted = await page.until((now) =>
      now.runs.find(({ id, status }) => id === fresh.run && status === 'completed'),
    );
    expect(noted).toMatchObject({ generation: 2, toolCalls: 2, lease: 'released', closedClean: true });

    await page.ask('run.continue', { run: old.run, label: 'hold' });
    const held = await page.until((now) =>
      now.runs.find(({ id, status }) => id === old.run && status === 'completed'),
    );
    expect(held).toMatchObject({
      generation: 1,
      lease: 'released',
      text: expect.stringContaining('1.0.0, in pencil'),
    });
    const retired = await page.until((now) =>
      now.generations.find(({ generation, effectsClosed }) => generation === 1 && effectsClosed !== null),
    );
    expect(retired).toMatchObject({ state: 'retired', pins: 0, effectsClosed: 1 });
    const end = await page.until((now) => now.sessions[0]?.lastCleanup && now);
    expect(end.sessions[0]).toMatchObject({
      pendingCleanups: 0,
      lastCleanup: { retiredBatches: 1, effectsClosed: 1, effectsFailed: 0 },
    });
    expect(end.runCount).toBe(2);
  });
});
