import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AUDIT_TARGET_MAX_LENGTH, KEPT_PACKAGE_GENERATIONS } from '../src/host/limits.js';
import type { StoredPackage } from '../src/protocol/capability-package.js';
import type { ConsolePage } from './console-page.js';
import { fixturePackage, mixedPackage, skillPackage } from './fixture-package.js';
import { inForce, stored } from './installed-package.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const NOWHERE = `sha256:${'0'.repeat(64)}`;

async function emptyConsole(): Promise<ConsolePage> {
  return connectPage(await testHost({ demo: null })).greeted();
}

describe('storing a folder', { timeout: 60_000 }, () => {
  it('gives its receipt, puts nothing in force, and says so to every page', async () => {
    const host = await testHost();
    const page = await connectPage(host).greeted();
    const other = await connectPage(host).greeted();
    const [suggestion] = await page.until(
      (now) => now.registry.suggestions.length > 0 && now.registry.suggestions,
    );
    const folder = suggestion?.folder ?? '';
    const { package: version, items, isNew } = await page.ask('package.store', { folder });
    expect(isNew).toBe(true);
    expect(version).toMatchObject({
      name: 'field-notes',
      version: '1.0.0',
      source: folder,
      loaded: 3,
      diagnosed: 0,
      skipped: 0,
      state: 'unused',
      holders: [],
      servers: [{ server: 'notebook', decision: 'undecided' }],
    });
    expect(items.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'skill loaded',
      'skill loaded',
      'mcp loaded',
    ]);
    expect((await page.ask('package.receipt', { digest: version.digest })).items).toEqual(items);
    const seen = await other.until((now) => now.registry.packages.length > 0 && now.registry);
    expect(seen).toMatchObject({ generation: 0, packages: [version] });
    expect(seen.suggestions.map(({ name }) => name)).not.toContain('field-notes 1.0.0');
    const line = await page.until((now) => now.activity.find(({ command }) => command === 'package.store'));
    expect(line).toMatchObject({ target: folder, outcome: 'done', detail: 'field-notes 1.0.0' });
  });

  it('changes nothing when the content is stored already, from wherever it comes', async () => {
    const page = await emptyConsole();
    const copy = join(await temporaryFolder(), 'copy');
    await cp(join(DEMO, 'packages', 'field-notes-1.0.0'), copy, { recursive: true });
    const first = await page.ask('package.store', { folder: join(DEMO, 'packages', 'field-notes-1.0.0') });
    const second = await page.ask('package.store', { folder: copy });
    expect(second).toMatchObject({ isNew: false, package: { digest: first.package.digest } });
    expect(page.state.registry.packages).toHaveLength(1);
    await page.until((now) => now.activity.some(({ detail }) => detail?.includes('stored already') === true));
  });

  it('takes the bytes that were there, whatever becomes of the folder', async () => {
    const page = await emptyConsole();
    await page.ask('session.create', { id: 'side' });
    const folder = await skillPackage('look');
    const version = await stored(page, folder);
    await writeFile(join(folder, 'skills', 'look', 'SKILL.md'), 'no skill any more');
    await rm(folder, { recursive: true });
    const packageGeneration = await inForce(page, [version]);
    const { committed } = await page.ask('batch.apply', {
      session: 'side',
      packageGeneration,
      packages: ['look'],
      reason: null,
    });
    const { capabilities } = await page.ask('catalog.read', {
      session: 'side',
      generation: committed.generation,
    });
    expect(capabilities.map(({ publicName }) => publicName)).toEqual(['look:look']);
  });
});

describe('a package with an agent, a command and context', { timeout: 60_000 }, () => {
  it('has a receipt and a plan with each of them, and a session that applies it has them all', async () => {
    const page = await emptyConsole();
    await page.ask('session.create', { id: 'side' });
    const { package: version, items } = await page.ask('package.store', {
      folder: await mixedPackage('crew'),
    });
    expect(items.map(({ kind, name, outcome }) => `${kind} ${name} ${outcome}`)).toEqual([
      'agent scout loaded',
      'command ask loaded-with-diagnostics',
      'context AGENTS.md loaded',
      'hook Stop 1 skipped',
    ]);
    expect(items[1]?.diagnostics).toMatchObject([{ path: 'commands/ask.md', line: 3 }]);
    const change = { add: [version.digest], remove: [], base: 0 };
    const { items: planned } = await page.ask('package.plan', change);
    const names = ['crew:scout', 'crew:ask', 'crew:AGENTS.md'];
    expect(planned.map(({ publicName }) => publicName)).toEqual(names);
    const packageGeneration = await inForce(page, [version]);
    const batch = { session: 'side', packageGeneration, packages: ['crew'], reason: null };
    const { generation } = (await page.ask('batch.apply', batch)).committed;
    const { capabilities } = await page.ask('catalog.read', { session: 'side', generation });
    expect(capabilities.map(({ kind, publicName }) => `${kind} ${publicName}`)).toEqual(
      ['agent', 'command', 'context'].map((kind, index) => `${kind} ${names[index]}`),
    );
  });
});

describe('a change of the installed packages', { timeout: 60_000 }, () => {
  it('is planned, applied as the next package generation, and in the audit log with its reason', async () => {
    const page = await emptyConsole();
    const one = await stored(page, await skillPackage('one'));
    const two = await stored(page, await skillPackage('two'));
    const change = { add: [one.digest, two.digest], remove: [] };
    expect(await page.ask('package.plan', change)).toMatchObject({
      base: 0,
      target: 1,
      packages: [
        { change: 'added', name: 'one', from: null, to: { version: '1.0.0' } },
        { change: 'added', name: 'two' },
      ],
      items: [{ change: 'added', kind: 'skill', publicName: 'one:look' }, { publicName: 'two:look' }],
      conflicts: [],
      undecided: [],
      sessions: [],
    });
    expect(page.state.registry.generation).toBe(0);
    expect(await page.ask('package.apply', { ...change, base: 0, reason: 'To look' })).toEqual({
      generation: 1,
    });
    expect(page.state.registry).toMatchObject({
      generation: 1,
      generations: [{ generation: 1, cause: 'To look', packages: [{ name: 'one' }, { name: 'two' }] }],
      packages: [{ state: 'in-force' }, { state: 'in-force' }],
    });
    const removal = { add: [], remove: ['one'], base: 1, reason: null };
    expect(await page.ask('package.apply', removal)).toEqual({ generation: 2 });
    const lines = await page.until((now) => {
      const found = now.activity.filter(({ command }) => command === 'package.apply');
      return found.length === 2 && found;
    });
    expect(lines).toMatchObject([
      { target: 'take out one', outcome: 'done', reason: null, detail: 'Package generation 2' },
      { target: 'put in one 1.0.0, put in two 1.0.0', reason: 'To look', detail: 'Package generation 1' },
    ]);
  });

  it('is refused to the slower of two pages that planned it on the same generation', async () => {
    const host = await testHost({ demo: null });
    const page = await connectPage(host).greeted();
    const other = await connectPage(host).greeted();
    const one = await stored(page, await skillPackage('one'));
    const two = await stored(page, await skillPackage('two'));
    const putIn = (each: ConsolePage, { digest }: StoredPackage) =>
      each.ask('package.apply', { add: [digest], remove: [], base: 0, reason: null });
    const ends = await Promise.allSettled([putIn(page, one), putIn(other, two)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { report: { code: 'stale-plan', action: expect.stringContaining('plan the change again') } },
    });
    expect(page.state.registry.generation).toBe(1);
    const late = { add: [], remove: ['one'], base: 0, reason: null };
    await expect(page.ask('package.apply', late)).rejects.toMatchObject({
      report: { code: 'stale-plan', details: { base: 0, current: 1 } },
    });
  });

  it('is refused where two packages bring one name, and the plan names both', async () => {
    const page = await emptyConsole();
    const one = await stored(page, await fixturePackage('good', { name: 'one' }));
    const other = await stored(page, await fixturePackage('good', { name: 'other' }));
    const change = { add: [one.digest, other.digest], remove: [] };
    const plan = await page.ask('package.plan', change);
    expect(plan.conflicts).toMatchObject([{ kind: 'mcp', publicName: 'good', packages: ['one', 'other'] }]);
    await expect(page.ask('package.apply', { ...change, base: 0, reason: null })).rejects.toMatchObject({
      report: { code: 'name-conflict', action: expect.any(String) },
    });
    expect(page.state.registry.generation).toBe(0);
  });

  it('is refused where it changes nothing, or speaks of what is not there', async () => {
    const page = await emptyConsole();
    const one = await stored(page, await skillPackage('one'));
    await inForce(page, [one]);
    const again = { add: [one.digest], remove: [], base: 1, reason: null };
    await expect(page.ask('package.apply', again)).rejects.toMatchObject({
      report: { code: 'nothing-to-change' },
    });
    for (const change of [
      { add: [NOWHERE], remove: [] },
      { add: [], remove: ['two'] },
    ]) {
      await expect(page.ask('package.plan', change)).rejects.toMatchObject({
        report: { code: 'unknown-package' },
      });
    }
    await expect(page.ask('package.receipt', { digest: NOWHERE })).rejects.toMatchObject({
      report: { code: 'unknown-package' },
    });
  });

  it('has a line in the audit log that is no longer than its bound, however much is changed', async () => {
    const page = await emptyConsole();
    const add = Array.from({ length: 64 }, (_, n) => `sha256:${String(n).padStart(64, '0')}`);
    const ask = { add, remove: [], base: 0, reason: null };
    await expect(page.ask('package.apply', ask)).rejects.toThrow('unknown-package');
    const few = { ...ask, add: add.slice(0, 2) };
    await expect(page.ask('package.apply', few)).rejects.toThrow('unknown-package');
    const lines = await page.until((now) => now.activity.length === 2 && now.activity);
    expect(lines.map(({ target }) => target.length)).toEqual([
      add.slice(0, 2).join(', put in ').length + 'put in '.length,
      AUDIT_TARGET_MAX_LENGTH,
    ]);
  });
});

describe('deleting a stored version', { timeout: 60_000 }, () => {
  it('is done where nothing holds it, with its reason in the audit log', async () => {
    const page = await emptyConsole();
    const one = await stored(page, await skillPackage('one'));
    await page.ask('package.forget', { digest: one.digest, reason: 'A trial' });
    expect(page.state.registry.packages).toEqual([]);
    const line = await page.until((now) => now.activity.find(({ command }) => command === 'package.forget'));
    expect(line).toMatchObject({ target: 'one 1.0.0', outcome: 'done', reason: 'A trial' });
  });

  it('is refused while a package generation has it, and says who holds it', async () => {
    const page = await emptyConsole();
    await page.ask('session.create', { id: 'side' });
    const one = await stored(page, await skillPackage('one'));
    const packageGeneration = await inForce(page, [one]);
    await page.ask('batch.apply', { session: 'side', packageGeneration, packages: ['one'], reason: null });
    await page.ask('package.apply', { add: [], remove: ['one'], base: 1, reason: null });
    expect(page.state.registry.packages).toMatchObject([
      {
        state: 'kept',
        holders: [
          'session side, generation 1',
          `one of the last ${KEPT_PACKAGE_GENERATIONS} package generations`,
        ],
      },
    ]);
    await expect(page.ask('package.forget', { digest: one.digest, reason: null })).rejects.toMatchObject({
      report: {
        code: 'package-in-use',
        message: expect.stringContaining('session side, generation 1'),
        action: expect.any(String),
      },
    });
    expect(page.state.registry.packages).toHaveLength(1);
  });
});
