import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { KEPT_PACKAGE_GENERATIONS } from '../src/host/limits.js';
import type { ConsolePage } from './console-page.js';
import { skillPackage } from './fixture-package.js';
import { applied, inForce, installed, stored } from './installed-package.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const FIRST = join(DEMO, 'packages', 'field-notes-1.0.0');
const NEXT = join(DEMO, 'packages', 'field-notes-1.1.0');

/** Publishes more package generations, one after the other, until those before them need a holder to be kept. */
async function publishMany(page: ConsolePage, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await inForce(page, [await stored(page, await skillPackage('filler', `${n}.0.0`))]);
  }
}

function versionOf(page: ConsolePage, version: string) {
  return page.state.registry.packages.find((each) => each.name === 'field-notes' && each.version === version);
}

async function storedContents(page: ConsolePage): Promise<readonly string[]> {
  return readdir(join(dirname(page.state.store.location), 'registry', 'content'));
}

describe('the packages of a generation', { timeout: 120_000 }, () => {
  it('stay while a run pins it, whatever becomes of their folder, and go when it has ended', async () => {
    const own = join(await temporaryFolder(), 'notes');
    await cp(FIRST, own, { recursive: true });
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const page = await connectPage(await testHost({ store })).greeted();
    await applied(page, 'demo', [own]);
    const { run } = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Look.',
    });
    await page.until((now) => now.runs.find(({ waitingFor }) => waitingFor === 'hold'));

    // An upgrade under the run: its folder is edited, and then deleted.
    await writeFile(join(own, 'skills', 'take-notes', 'SKILL.md'), 'not the same any more');
    await applied(page, 'demo', [NEXT]);
    await rm(own, { recursive: true });
    await publishMany(page, KEPT_PACKAGE_GENERATIONS);

    const old = versionOf(page, '1.0.0');
    expect(old).toMatchObject({
      state: 'kept',
      holders: ['session demo, generation 1', `run ${run.slice('run-'.length, 'run-'.length + 8)}`],
    });
    expect(page.state.registry.generations.map(({ generation }) => generation)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(await page.ask('package.verify', {})).toMatchObject({ damaged: [] });

    await page.ask('run.continue', { run, label: 'hold' });
    const held = await page.until((now) => now.runs.find(({ endedAt }) => endedAt !== null));
    expect(held).toMatchObject({ status: 'completed', text: expect.stringContaining('1.0.0, in pencil') });
    await page.until(() => versionOf(page, '1.0.0') === undefined);
    expect(await storedContents(page)).not.toContain(old?.digest.slice('sha256:'.length));
    expect(page.state.registry.generations.map(({ generation }) => generation)).toEqual([2, 3, 4, 5, 6, 7]);
    const line = await page.until((now) => now.activity.find(({ command }) => command === 'package.collect'));
    expect(line).toMatchObject({
      actor: 'host',
      target: 'package generations 1',
      outcome: 'done',
      detail: expect.stringContaining('field-notes 1.0.0'),
    });
  });

  it('stay for the last package generations without a holder, and no longer', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    const first = await stored(page, await skillPackage('filler', '0.0.0'));
    await inForce(page, [first]);
    await publishMany(page, KEPT_PACKAGE_GENERATIONS - 2);
    const pushing = await stored(page, await skillPackage('filler', '99.0.0'));
    const change = { add: [pushing.digest], remove: [] };
    expect((await page.ask('package.plan', change)).deleted).toEqual([]);
    await inForce(page, [await stored(page, await skillPackage('filler', '98.0.0'))]);
    expect(page.state.registry.packages.find(({ digest }) => digest === first.digest)).toMatchObject({
      state: 'kept',
      holders: [`one of the last ${KEPT_PACKAGE_GENERATIONS} package generations`],
    });
    expect((await page.ask('package.plan', change)).deleted).toEqual([
      { name: 'filler', version: '0.0.0', digest: first.digest },
    ]);
    await inForce(page, [pushing]);
    await page.until((now) => now.registry.packages.every(({ digest }) => digest !== first.digest));
    await page.until((now) => now.registry.generations.length === KEPT_PACKAGE_GENERATIONS);
  });

  it('stay over a restart for the generation of an open session, and go when it is closed', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    const first = await testHost({ store });
    const before = await connectPage(first).greeted();
    await applied(before, 'demo', [FIRST]);
    await publishMany(before, KEPT_PACKAGE_GENERATIONS);
    await inForce(before, []);
    await before.ask('package.apply', {
      add: [],
      remove: ['field-notes'],
      base: before.state.registry.generation,
      reason: null,
    });
    await publishMany(before, KEPT_PACKAGE_GENERATIONS);
    await first.close();

    const page = await connectPage(await testHost({ store })).greeted();
    await page.until((now) => now.sessions[0]?.state === 'open');
    expect(versionOf(page, '1.0.0')).toMatchObject({
      state: 'kept',
      holders: ['session demo, generation 1'],
    });
    const content = { packageGeneration: 1, packages: ['field-notes'] };
    expect(await page.ask('batch.preview', { session: 'demo', ...content })).toMatchObject({ changes: [] });
    await page.ask('session.close', { id: 'demo', reason: null });
    await page.until(() => versionOf(page, '1.0.0') === undefined);
  });

  it('are there for a batch that was begun before they would have gone', async () => {
    const page = await connectPage(await testHost()).greeted();
    const content = await installed(page, [FIRST]);
    await publishMany(page, KEPT_PACKAGE_GENERATIONS - 1);
    const request = page.ask('batch.apply', { session: 'demo', ...content, reason: null });
    await page.until((now) => now.batches[0]?.state === 'preparing');
    await publishMany(page, KEPT_PACKAGE_GENERATIONS + 2);
    expect((await request).committed.generation).toBe(1);
    expect(versionOf(page, '1.0.0')?.state).toBe('in-force');
    expect(page.state.registry.generations.map(({ generation }) => generation)).toContain(1);
  });
});
