import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { applied, installed } from './installed-package.js';
import { connectPage, DEMO, releaseAll, testHost } from './test-host.js';

afterEach(releaseAll);

const FIRST = join(DEMO, 'packages', 'field-notes-1.0.0');
const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

describe('a host with the demonstration project', { timeout: 60_000 }, () => {
  it('starts with one empty session, and nothing that is installed or runs', async () => {
    const page = connectPage(await testHost());
    const state = await page.until((now) => now.registry.suggestions.length > 0 && now);
    expect(state.sessions).toMatchObject([{ id: 'demo', state: 'open', stamp: { generation: 0 } }]);
    expect(state).toMatchObject({ generations: [], batches: [], runs: [] });
    expect(state.registry).toMatchObject({ generation: 0, generations: [], packages: [] });
    expect(state.registry.suggestions.slice(0, 2)).toEqual([
      { folder: FIRST, name: 'field-notes 1.0.0' },
      { folder: NEXT, name: 'field-notes 1.1.0' },
    ]);
    expect(state.rehearsals.slice(0, 2).map(({ name }) => name)).toEqual([
      'hold-the-notebook',
      'take-one-note',
    ]);
    expect(state.activity).toMatchObject([
      { actor: 'host', command: 'session.create', target: 'demo', outcome: 'done', reason: 'First start' },
    ]);
  });

  it('keeps a live run on generation 1 through the cutover to 2, and retires 1 after it', async () => {
    const page = await connectPage(await testHost()).greeted();
    const first = await applied(page, 'demo', [FIRST]);
    expect(first).toMatchObject({ previous: { generation: 0 }, committed: { generation: 1 } });
    const old = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Look at the notebook.',
    });
    expect(old.generation).toBe(1);
    await page.until((now) => now.runs.find(({ id, waitingFor }) => id === old.run && waitingFor === 'hold'));

    const content = await installed(page, [NEXT]);
    const preview = await page.ask('batch.preview', { session: 'demo', ...content });
    const next = await page.ask('batch.apply', { session: 'demo', ...content, reason: 'Ink' });
    expect(next.committed).toEqual(preview.target);
    expect(preview).toMatchObject({ packageGeneration: 2, pinnedRuns: [old.run], unchanged: 1 });
    expect(preview.changes.map(({ change, publicName }) => `${change} ${publicName}`).sort()).toEqual([
      'added field-notes:note-the-weather',
      'replaced field-notes:take-notes',
      'replaced notebook',
    ]);
    const published = await page.until((now) => now.sessions[0]?.stamp.generation === 2 && now);
    expect(published.generations).toMatchObject([
      { generation: 1, state: 'draining', pins: 1, useGeneration: 1, capabilityCount: 3 },
      { generation: 2, state: 'current', pins: 0, useGeneration: 2, capabilityCount: 4 },
    ]);
    expect(published.batches).toMatchObject([
      { state: 'committed', reason: 'Ink', receipt: { committed: next.committed } },
    ]);

    const fresh = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'take-one-note',
      prompt: 'Note.',
    });
    const noted = await page.until((now) =>
      now.runs.find(({ id, status }) => id === fresh.run && status === 'completed'),
    );
    expect(noted).toMatchObject({ generation: 2, lease: 'released', closedClean: true });

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
