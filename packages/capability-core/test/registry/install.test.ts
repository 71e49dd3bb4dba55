import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  deleteRegistry,
  type PackageRegistry,
  type RegistryObserver,
  readPackageFolder,
  sourceText,
} from '../../src/registry/index.js';
import { MAX_FORMAT_BYTES, MAX_REFUSED_ITEMS, MAX_SOURCES_PER_VERSION } from '../../src/registry/limits.js';
import {
  edition,
  idleServers,
  NEVER,
  openRegistry,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const MiB = 1024 * 1024;
const SKILL = 'skills/take-notes/SKILL.md';

async function newRegistry(more: Parameters<typeof openRegistry>[1] = {}): Promise<PackageRegistry> {
  return openRegistry(join(await temporaryFolder(), 'registry'), more);
}

const put = async (files = edition('1.0.0')) => putFiles(join(await temporaryFolder(), 'package'), files);

describe('installing a folder', () => {
  test('copies what belongs to the package, and what is edited there later changes nothing', async () => {
    const registry = await newRegistry();
    const folder = await put({ ...edition('1.0.0'), 'bin/run.sh': '#!/bin/sh\n', '.git/HEAD': 'ref' });
    await chmod(join(folder, 'bin/run.sh'), 0o755);
    await symlink('../bin/run.sh', join(folder, 'skills/linked.sh'));
    const stored = await registry.install(folder, options);
    await publish(registry, { add: [stored.digest] });
    await writeFile(join(folder, SKILL), 'edited');
    await rm(join(folder, 'bin'), { recursive: true });
    const { packages } = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
    expect(packages[0]?.skills[0]?.skill.content).toBe('Edition 1.0.0.');
    expect(packages[0]?.root).toBe(stored.root);
    expect((await readdir(stored.root)).sort()).toEqual(['.claude-plugin', 'bin', 'skills']);
    expect((await stat(join(stored.root, 'skills/linked.sh'))).mode & 0o777).toBe(0o555);
    expect(await readFile(join(stored.root, 'skills/linked.sh'), 'utf8')).toBe('#!/bin/sh\n');
  });

  test('twice, or two folders of the same content, is one version with both sources', async () => {
    const registry = await newRegistry();
    const [one, two] = [await put(), await put()];
    const first = await registry.install(one, options);
    await registry.install(two, options);
    const again = await registry.install(one, options);
    expect(registry.versions()).toEqual([again]);
    expect(again.sources.map(sourceText)).toEqual([two, one]);
    expect([again.source, again.installedAt]).toEqual([{ type: 'folder', path: one }, first.installedAt]);
  });

  test('at the same time from two places stores it once', async () => {
    const registry = await newRegistry();
    const folders = [await put(), await put(), await put()];
    await Promise.all(folders.map((folder) => registry.install(folder, options)));
    expect(registry.versions()).toHaveLength(1);
    expect(registry.versions()[0]?.sources).toHaveLength(3);
    expect(await registry.verify(options)).toEqual({ checked: 1, damaged: [] });
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });

  test('that is forgotten while it is installed again stores it again', async () => {
    const registry = await newRegistry();
    const folder = await put();
    const { digest } = await registry.install(folder, options);
    const [forgotten] = await Promise.all([
      registry.forget(digest, options),
      registry.install(folder, options),
    ]);
    expect([forgotten, registry.versions().length]).toEqual([undefined, 1]);
    expect(await registry.verify(options)).toEqual({ checked: 1, damaged: [] });
  });

  test('remembers a bounded number of sources, the latest', async () => {
    const registry = await newRegistry();
    const base = await temporaryFolder();
    for (let index = 0; index <= MAX_SOURCES_PER_VERSION; index += 1) {
      await registry.install(await putFiles(join(base, `${index}`), edition('1.0.0')), options);
    }
    const [stored] = registry.versions();
    expect(stored?.sources).toHaveLength(MAX_SOURCES_PER_VERSION);
    expect(stored?.sources[0]).toEqual({ type: 'folder', path: join(base, '1') });
  });

  test('lists versions in the order of installation, after reopening too', async () => {
    const registry = await newRegistry();
    const names = ['c', 'a', 'b'];
    for (const name of names) await registry.install(await put(edition('1', { name })), options);
    expect(registry.versions().map(({ name }) => name)).toEqual(names);
    const again = await openRegistry(registry.root);
    expect(again.versions().map(({ name }) => name)).toEqual(names);
  });

  test('keeps the name of a package that is named after its folder', async () => {
    const registry = await newRegistry();
    const base = await temporaryFolder();
    const skill = { 'SKILL.md': '---\ndescription: Says hello.\n---\nHello.\n' };
    const stored = await registry.install(await putFiles(join(base, 'greeter'), skill), options);
    await publish(registry, { add: [stored.digest] });
    const { packages } = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
    expect(packages).toMatchObject([{ name: 'greeter', skills: [{ skill: { name: 'greeter' } }] }]);
    const renamed = await putFiles(join(base, 'welcome'), skill);
    await expect(registry.install(renamed, options)).rejects.toMatchObject({
      code: 'name-conflict',
      root: renamed,
      otherPath: join(base, 'greeter'),
    });
    expect(registry.versions()).toMatchObject([{ name: 'greeter', sources: [stored.source] }]);
  });

  test('executes nothing and starts nothing', async () => {
    const registry = await newRegistry();
    const trap = join(await temporaryFolder(), 'trap');
    const servers = { trap: { command: 'touch', args: [trap] } };
    const folder = await put({
      ...edition('1.0.0', { servers }),
      'package.json': JSON.stringify({
        scripts: { preinstall: `touch ${trap}`, postinstall: `touch ${trap}` },
      }),
      'hooks/hooks.json': JSON.stringify({
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${trap}` }] }] },
      }),
      'skills/take-notes/SKILL.md': `---js\nrequire('fs').writeFileSync('${trap}', '')\n---\n`,
    });
    await registry.install(folder, options);
    await expect(stat(trap)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('cancelled in the middle leaves nothing', async () => {
    const controller = new AbortController();
    const registry = await newRegistry({ observer: { step: () => controller.abort() } });
    await expect(registry.install(await put(), controller)).rejects.toMatchObject({ code: 'cancelled' });
    expect(registry.versions()).toEqual([]);
    for (const folder of ['incoming', 'content']) {
      expect(await readdir(join(registry.root, folder))).toEqual([]);
    }
  });

  test.each<[string, (path: string) => void, string]>([
    ['holds other bytes', (path) => writeFileSync(path, 'EDITION'), 'changed-on-disk'],
    ['grows', (path) => appendFileSync(path, 'more'), 'changed-on-disk'],
    ['shrinks', (path) => writeFileSync(path, ''), 'changed-on-disk'],
    ['may be executed now', (path) => chmodSync(path, 0o755), 'changed-on-disk'],
    ['is gone', (path) => rmSync(path), 'unreadable'],
  ])('that changes while it is copied is refused: a file %s', async (_, change, code) => {
    const folder = await put({ ...edition('1.0.0'), 'notes.txt': 'edition' });
    const observer: RegistryObserver = {
      step: (step) => {
        if (step === 'content-begun') change(join(folder, 'notes.txt'));
      },
    };
    const registry = await newRegistry({ observer });
    await expect(registry.install(folder, options)).rejects.toMatchObject({ code, path: 'notes.txt' });
    expect(registry.versions()).toEqual([]);
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });
});

test('a user without special rights can install, publish, repair, collect and forget', async () => {
  const base = await temporaryFolder();
  const folder = await putFiles(join(base, 'package'), edition('1.0.0'));
  const other = await putFiles(join(base, 'other'), edition('2.0.0'));
  await chmod(base, 0o777);
  await withoutPrivileges(async () => {
    const registry = await openRegistry(join(base, 'registry'), { keepGenerations: 1 });
    const stored = await registry.install(folder, options);
    await publish(registry, { add: [stored.digest] });
    await expect(writeFile(join(stored.root, SKILL), 'x')).rejects.toMatchObject({ code: 'EACCES' });
    await expect(rm(join(stored.root, SKILL))).rejects.toMatchObject({ code: 'EACCES' });
    await chmod(join(stored.root, SKILL), 0o644);
    await writeFile(join(stored.root, SKILL), 'x');
    await registry.install(folder, options);
    expect((await registry.verify(options)).damaged).toEqual([]);
    await publish(registry, { remove: ['field-notes'] });
    expect((await registry.collect(options)).packages).toHaveLength(1);
    await registry.forget((await registry.install(other, options)).digest, options);
    expect(await readdir(join(registry.root, 'content'))).toEqual([]);
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
    await registry.install(folder, options);
    await registry.close();
    await expect(rm(join(registry.root, 'content'), { recursive: true })).rejects.toMatchObject({
      code: 'EACCES',
    });
    await deleteRegistry(registry.root, options);
    expect(await readdir(base)).toEqual(['other', 'package']);
  });
});

test('only a folder that is a registry is deleted', async () => {
  const folder = await put();
  for (const other of [folder, join(folder, '.claude-plugin', 'plugin.json'), join(folder, 'nowhere')]) {
    await expect(deleteRegistry(other, options)).rejects.toMatchObject({ code: 'not-a-registry' });
  }
  const foreign = await putFiles(join(folder, 'foreign'), {
    'registry.json': '{"items":[]}',
    'content/a': 'a',
  });
  await expect(deleteRegistry(foreign, options)).rejects.toMatchObject({ code: 'not-a-registry' });
  const torn = await putFiles(join(folder, 'torn'), { 'registry.json': '{'.repeat(MAX_FORMAT_BYTES + 1) });
  await expect(deleteRegistry(torn, options)).rejects.toMatchObject({ code: 'not-a-registry' });
  await truncate(join(torn, 'registry.json'), MAX_FORMAT_BYTES);
  await deleteRegistry(torn, options);
  expect(await readdir(folder)).not.toContain('torn');
  await rm(foreign, { recursive: true });
  const registry = await newRegistry();
  await registry.close();
  const aborted = { signal: AbortSignal.abort() };
  await expect(deleteRegistry(registry.root, aborted)).rejects.toMatchObject({ code: 'cancelled' });
  expect((await readPackageFolder(folder, options)).files).toHaveLength(2);
  expect((await readdir(registry.root)).length).toBeGreaterThan(0);
});

test('a registry is deleted where a link leads to it, and what else is in its folder stays', async () => {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'));
  await registry.install(await put(), options);
  await registry.close();
  await writeFile(join(registry.root, 'notes.txt'), 'mine');
  await symlink('registry', join(base, 'link'));
  await deleteRegistry(join(base, 'link'), options);
  expect(await readdir(registry.root)).toEqual(['notes.txt']);
});

/** Root may write everywhere, so what it does shows nothing about rights. */
async function withoutPrivileges(work: () => Promise<void>): Promise<void> {
  const user = process.geteuid?.();
  if (user === 0) process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    if (user === 0) process.seteuid?.(0);
  }
}

const NOBODY = 65_534;

describe('strictness', () => {
  const irregular = {
    ...edition('1.0.0'),
    'skills/other/SKILL.md': '---\nname: Other Name\ndescription: d\n---\n',
    'agents/helper.md': '',
  };

  test('refuses a package for whatever the receipt would have to say', async () => {
    const registry = await newRegistry({ strict: true });
    const folder = await put(irregular);
    await expect(registry.install(folder, options)).rejects.toMatchObject({
      code: 'strict-refusal',
      root: folder,
      path: 'skills/other/SKILL.md',
      line: 2,
      items: [{ outcome: 'loaded-with-diagnostics' }, { kind: 'agent', outcome: 'skipped' }],
      message: expect.stringContaining('skill skills/other/SKILL.md:2 (The name is not'),
    });
    expect(registry.versions()).toEqual([]);
    expect((await registry.install(await put(), options)).name).toBe('field-notes');
  });

  test('can be asked for and waived for one installation', async () => {
    const folder = await put(irregular);
    const [strict, lenient] = [await newRegistry({ strict: true }), await newRegistry()];
    const refusal = { code: 'strict-refusal' };
    expect((await strict.install(folder, { ...options, strict: false })).items).toHaveLength(3);
    await expect(lenient.install(folder, { ...options, strict: true })).rejects.toMatchObject(refusal);
    expect((await lenient.install(folder, options)).items).toHaveLength(3);
  });

  test.each([
    [MAX_REFUSED_ITEMS, false],
    [MAX_REFUSED_ITEMS + 1, true],
  ])('names the first of %d items', async (count, cut) => {
    const files: Record<string, string> = {};
    for (let index = 0; index < count; index += 1) files[`agents/a${index}.md`] = '';
    const installing = (await newRegistry({ strict: true })).install(await put(files), options);
    const error = await installing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ items: { length: MAX_REFUSED_ITEMS } });
    expect(String(error).includes('and 1 more')).toBe(cut);
  });
});

describe('what is no package for the store', () => {
  test.each<[string, (folder: string) => unknown]>([
    ['missing', (folder) => rm(folder, { recursive: true })],
    ['not-a-package', (folder) => rm(join(folder, 'skills'), { recursive: true })],
    ['link-outside', (folder) => symlink('/etc/hostname', join(folder, 'link'))],
    ['unsupported-entry', (folder) => execFileSync('mkfifo', [join(folder, 'pipe')])],
    ['case-collision', (folder) => putFiles(folder, { 'Notes.md': '', 'notes.md': '' })],
    ['unsafe-name', (folder) => writeFile(join(folder, 'a\\b'), '')],
    ['depth-limit-exceeded', (folder) => mkdir(join(folder, 'd/'.repeat(33)), { recursive: true })],
    ['invalid-manifest', (folder) => putFiles(folder, { '.claude-plugin/plugin.json': '{"name": "a:b"}' })],
  ])('is refused with %s, and nothing of it is kept', async (code, spoil) => {
    const { '.claude-plugin/plugin.json': _, ...bare } = edition('1.0.0');
    const folder = await put(bare);
    await spoil(folder);
    const registry = await newRegistry();
    await expect(registry.install(folder, options)).rejects.toMatchObject({ code });
    expect(await readdir(join(registry.root, 'content'))).toEqual([]);
  });

  test('may have a name that looks like a path, which leads nowhere', async () => {
    const registry = await newRegistry();
    const stored = await registry.install(await put(edition('1.0.0', { name: '../../up' })), options);
    await publish(registry, { add: [stored.digest] });
    expect(stored.root).toBe(join(registry.root, 'content', stored.digest.slice('sha256:'.length)));
    const { contributions } = await registry.snapshot({ generation: 1, adapters: idleServers, ...options });
    expect(contributions[0]?.source.id).toMatch(/^use\/up-[0-9a-f]{12}$/);
  });

  test('is refused over the limits that the registry was opened with', async () => {
    const folder = await put();
    const bytes = Object.values(edition('1.0.0')).join('').length;
    const install = async (limits: { maxFiles?: number; maxBytes?: number }) =>
      (await newRegistry({ limits })).install(folder, options);
    expect((await install({ maxFiles: 3, maxBytes: bytes })).bytes).toBe(bytes);
    await expect(install({ maxFiles: 1 })).rejects.toMatchObject({ code: 'file-limit-exceeded', limit: 1 });
    await expect(install({ maxBytes: bytes - 1 })).rejects.toMatchObject({ code: 'byte-limit-exceeded' });
  });

  test('leaves what was stored under other limits as it is', async () => {
    const registry = await newRegistry();
    const { digest } = await registry.install(await put(), options);
    await publish(registry, { add: [digest] });
    await registry.close();
    const limits = { maxFiles: 1, maxSkillBytes: 1 };
    const narrow = await openRegistry(registry.root, { limits });
    expect((await narrow.verify(options)).damaged).toEqual([]);
    const { packages } = await narrow.snapshot({ generation: 1, adapters: idleServers, ...options });
    expect(packages[0]?.skills).toHaveLength(1);
  });
});

test('256 MiB are read, and one byte more is refused', async () => {
  const folder = await put(edition('1.0.0'));
  const rest = Object.values(edition('1.0.0')).join('').length;
  await writeFile(join(folder, 'large.bin'), '');
  await truncate(join(folder, 'large.bin'), 256 * MiB - rest);
  expect((await readPackageFolder(folder, options)).files).toHaveLength(3);
  await truncate(join(folder, 'large.bin'), 256 * MiB - rest + 1);
  const refusal = { code: 'byte-limit-exceeded', limit: 256 * MiB };
  await expect(readPackageFolder(folder, options)).rejects.toMatchObject(refusal);
}, 60_000);
