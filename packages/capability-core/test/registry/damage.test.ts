import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PackageRegistry, StoredPackage } from '../../src/registry/index.js';
import { MAX_SOURCES_PER_VERSION } from '../../src/registry/limits.js';
import { sealRecord } from '../../src/registry/store/sealed-record.js';
import {
  allowAll,
  edition,
  idleServers,
  NEVER,
  openRegistry,
  publish,
  putFiles,
  temporaryFolder,
} from './registry-builders.js';

const options = { signal: NEVER };
const SKILL = 'skills/take-notes/SKILL.md';
const servers = { notebook: { command: 'node', args: ['server.js'] } };

interface Published {
  readonly root: string;
  readonly folder: string;
  readonly stored: StoredPackage;
  readonly hex: string;
  readonly registry: PackageRegistry;
}

/** A registry whose first generation has one package with an allowed server. */
async function published(): Promise<Published> {
  const base = await temporaryFolder();
  const root = join(base, 'registry');
  const registry = await openRegistry(root);
  const folder = await putFiles(join(base, 'notes'), edition('1.0.0', { servers }));
  const stored = await registry.install(folder, options);
  await allowAll(registry, stored.digest);
  await publish(registry, { add: [stored.digest] });
  return { root, folder, stored, hex: stored.digest.slice('sha256:'.length), registry };
}

const snapshot = (registry: PackageRegistry) =>
  registry.snapshot({ generation: registry.current.generation, adapters: idleServers, ...options });

/** Somebody with the right to do so writes over a read-only file. */
async function overwrite(path: string, text: string): Promise<void> {
  await chmod(path, 0o644);
  await writeFile(path, text);
  await chmod(path, 0o444);
}

describe('stored content', () => {
  test.each<[string, (content: string) => Promise<unknown>, string]>([
    ['other bytes', (content) => overwrite(join(content, SKILL), 'something else'), SKILL],
    ['a lost file', (content) => rm(join(content, SKILL)), SKILL],
    ['a file too many', (content) => writeFile(join(content, 'extra.txt'), ''), 'extra.txt'],
    ['a right to execute', (content) => chmod(join(content, SKILL), 0o555), SKILL],
    [
      'a link out of it',
      async (content) => {
        await rm(join(content, SKILL));
        await symlink('/etc/hostname', join(content, SKILL));
      },
      SKILL,
    ],
  ])(
    'with %s makes no snapshot; it is named, and installing it again repairs it',
    async (_, damage, path) => {
      const { registry, stored, hex, folder } = await published();
      // Owners may write where they have taken the right back.
      await chmod(stored.root, 0o755);
      await chmod(join(stored.root, 'skills/take-notes'), 0o755);
      await damage(stored.root);
      await expect(snapshot(registry)).rejects.toMatchObject({
        code: 'content-damaged',
        root: stored.root,
        path,
      });
      await expect(registry.read(stored.digest, options)).rejects.toMatchObject({ code: 'content-damaged' });
      const report = await registry.verify(options);
      expect(report.checked).toBe(1);
      expect(report.damaged).toMatchObject([{ digest: stored.digest, path: `content/${hex}/${path}` }]);
      await registry.install(folder, options);
      expect(await registry.verify(options)).toEqual({ checked: 1, damaged: [] });
      expect((await snapshot(registry)).packages[0]?.skills[0]?.skill.content).toBe('Edition 1.0.0.');
    },
  );

  test('that is gone as a whole is named and repaired likewise', async () => {
    const { registry, stored, hex, folder } = await published();
    await rm(stored.root, { recursive: true });
    expect((await registry.verify(options)).damaged).toMatchObject([{ path: `content/${hex}` }]);
    await expect(snapshot(registry)).rejects.toMatchObject({ code: 'content-damaged', path: undefined });
    await registry.install(folder, options);
    expect((await registry.verify(options)).damaged).toEqual([]);
  });

  test('is read-only', async () => {
    const { stored } = await published();
    const modeOf = async (path: string) => (await stat(join(stored.root, path))).mode & 0o777;
    expect([await modeOf('.'), await modeOf('skills'), await modeOf(SKILL)]).toEqual([0o555, 0o555, 0o444]);
  });
});

describe('a receipt', () => {
  test.each<[string, (path: string) => Promise<unknown>, string]>([
    ['that is torn', async (path) => writeFile(path, (await readFile(path)).subarray(0, 100)), 'JSON'],
    [
      'that was edited',
      async (path) => {
        await writeFile(path, (await readFile(path, 'utf8')).replace('server.js', 'other.js'));
      },
      'not what was written',
    ],
    ['of a later format', (path) => writeFile(path, '{"format":2}'), 'format 2'],
    ['that is gone', (path) => rm(path), 'not there'],
  ])(
    '%s is named; its package can be removed, and installing it again repairs it',
    async (_, damage, reason) => {
      const { root, registry, stored, hex, folder } = await published();
      await registry.close();
      await damage(join(root, 'packages', `${hex}.json`));
      const again = await openRegistry(root);
      const { name, version, digest } = stored;
      expect(again.versions()).toMatchObject([
        { name, version, digest, damage: expect.stringContaining(reason), items: [] },
      ]);
      expect((await again.verify(options)).damaged).toMatchObject([
        { digest, path: `packages/${hex}.json`, reason: expect.stringContaining(reason) },
      ]);
      await expect(snapshot(again)).rejects.toMatchObject({ code: 'content-damaged' });
      await expect(again.read(digest, options)).rejects.toMatchObject({ code: 'content-damaged' });
      await publish(again, { remove: [name] });
      await expect(again.plan({ add: [digest] }, options)).rejects.toMatchObject({ code: 'content-damaged' });
      await again.install(folder, options);
      expect((await again.verify(options)).damaged).toEqual([]);
      await publish(again, { add: [digest] });
      expect((await snapshot(again)).packages).toMatchObject([{ name, version }]);
    },
  );

  test('that says less than what the content brings makes no snapshot', async () => {
    const { root, registry, hex } = await published();
    await registry.close();
    const path = join(root, 'packages', `${hex}.json`);
    const { record } = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, sealRecord({ ...record, servers: [] }));
    const again = await openRegistry(root);
    await expect(snapshot(again)).rejects.toMatchObject({
      code: 'content-damaged',
      message: expect.stringContaining('receipt'),
    });
  });

  test('tells up to as many sources as are kept, and one with more is not one', async () => {
    const { root, registry, hex } = await published();
    await registry.close();
    const path = join(root, 'packages', `${hex}.json`);
    const { record } = JSON.parse(await readFile(path, 'utf8'));
    const damageWith = async (count: number) => {
      const sources = Array.from({ length: count }, (_, n) => ({ type: 'folder', path: `/${n}` }));
      await writeFile(path, sealRecord({ ...record, sources }));
      return (await openRegistry(root)).versions()[0]?.damage;
    };
    expect(await damageWith(MAX_SOURCES_PER_VERSION)).toBeNull();
    expect(await damageWith(MAX_SOURCES_PER_VERSION + 1)).toContain('sources');
  });

  test('of an older reader is made anew from the content', async () => {
    const { root, registry, stored, hex } = await published();
    await registry.close();
    const path = join(root, 'packages', `${hex}.json`);
    const { record } = JSON.parse(await readFile(path, 'utf8'));
    // Older readers knew nothing of values.
    const { values: _values, ...older } = record;
    await writeFile(path, sealRecord({ ...older, reader: 0, servers: [], items: [] }));
    const again = await openRegistry(root);
    expect(again.version(stored.digest)).toEqual(stored);
    expect((await snapshot(again)).packages).toHaveLength(1);
    await again.close();
    expect(JSON.parse(await readFile(path, 'utf8')).record).toEqual(record);
  });

  test('of an older reader stays where its content is damaged, which is named', async () => {
    const { root, registry, stored, hex } = await published();
    await registry.close();
    const path = join(root, 'packages', `${hex}.json`);
    const { record } = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, sealRecord({ ...record, reader: 0 }));
    await overwrite(join(stored.root, SKILL), 'something else');
    const again = await openRegistry(root);
    expect(again.version(stored.digest)).toEqual(stored);
    await expect(snapshot(again)).rejects.toMatchObject({ code: 'content-damaged', path: SKILL });
  });

  test('of an older reader stays where the reader of today refuses the content, and a snapshot says why', async () => {
    const { root, registry, stored, hex } = await published();
    await registry.close();
    const path = join(root, 'packages', `${hex}.json`);
    const { record } = JSON.parse(await readFile(path, 'utf8'));
    const limits = { ...record.limits, maxManifestBytes: 1 };
    await writeFile(path, sealRecord({ ...record, reader: 0, limits }));
    const again = await openRegistry(root);
    expect(again.version(stored.digest)).toEqual(stored);
    await expect(snapshot(again)).rejects.toMatchObject({ code: 'byte-limit-exceeded', limit: 1 });
  });

  test('of content that no generation has is named by its digest, and can be forgotten', async () => {
    const base = await temporaryFolder();
    const root = join(base, 'registry');
    const registry = await openRegistry(root);
    const folder = await putFiles(join(base, 'notes'), edition('1.0.0'));
    const { digest } = await registry.install(folder, options);
    await registry.close();
    const hex = digest.slice('sha256:'.length);
    await writeFile(join(root, 'packages', `${hex}.json`), '');
    const again = await openRegistry(root);
    expect(again.version(digest)).toMatchObject({ name: hex.slice(0, 12), version: 'unknown' });
    await again.forget(digest, options);
    expect(again.versions()).toEqual([]);
    expect((await again.verify(options)).damaged).toEqual([]);
  });
});

test('decisions that cannot be read any more are asked for again', async () => {
  const { root, registry, stored, hex } = await published();
  await registry.close();
  const path = join(root, 'consents', `${hex}.json`);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"node"', '"rm"'));
  const again = await openRegistry(root);
  expect(again.consents(stored.digest)).toMatchObject([{ decision: 'undecided' }]);
  expect((await again.verify(options)).damaged).toMatchObject([{ path: `consents/${hex}.json` }]);
  await expect(snapshot(again)).rejects.toMatchObject({ code: 'consent-required' });
  await allowAll(again, stored.digest);
  expect((await again.verify(options)).damaged).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ['torn', (text) => text.slice(0, 50)],
  ['edited', (text) => text.replace('1.0.0', '6.6.6')],
  ['empty', () => ''],
])('a registry whose generation is %s is not opened, and the file is named', async (_, damage) => {
  const { root, registry } = await published();
  await registry.close();
  const path = 'generations/00000000000000000001.json';
  await writeFile(join(root, path), damage(await readFile(join(root, path), 'utf8')));
  await expect(openRegistry(root)).rejects.toMatchObject({ code: 'registry-damaged', root, path });
  await rm(join(root, path));
  expect((await openRegistry(root)).current.generation).toBe(0);
});

describe('a folder', () => {
  test('that holds other things is left alone', async () => {
    const root = await putFiles(await temporaryFolder(), { 'content/thesis.txt': 'years of work' });
    await expect(openRegistry(root)).rejects.toMatchObject({ code: 'not-a-registry', path: 'content' });
    expect(await readFile(join(root, 'content/thesis.txt'), 'utf8')).toBe('years of work');
  });

  test('in which a registry was begun and not finished becomes one', async () => {
    const root = await putFiles(await temporaryFolder(), { 'registry.json.draft': '{"for' });
    expect((await openRegistry(root)).versions()).toEqual([]);
  });

  test('that is a file, or below one, is refused', async () => {
    const base = await putFiles(await temporaryFolder(), { file: '' });
    await expect(openRegistry(join(base, 'file'))).rejects.toMatchObject({ code: 'not-a-folder' });
    await expect(openRegistry(join(base, 'file/below'))).rejects.toMatchObject({ code: 'not-a-folder' });
  });

  test.each<[string, string, string]>([
    ['{"format":2}', 'unsupported-format', 'format 2'],
    ['{"form', 'registry-damaged', 'registry.json'],
    ['[]', 'registry-damaged', 'does not tell'],
    [' '.repeat(70_000), 'registry-damaged', '70000 bytes'],
  ])('whose registry.json holds %.12s is refused', async (text, code, reason) => {
    const root = await putFiles(await temporaryFolder(), { 'registry.json': text });
    await expect(openRegistry(root)).rejects.toMatchObject({
      code,
      path: 'registry.json',
      message: expect.stringContaining(reason),
    });
  });

  test('whose parts cannot be written is refused, with the reason', async () => {
    const base = await temporaryFolder();
    const root = join(base, 'registry');
    const registry = await openRegistry(root);
    const folder = await putFiles(join(base, 'notes'), edition('1.0.0'));
    await rm(join(root, 'incoming'), { recursive: true });
    await writeFile(join(root, 'incoming'), '');
    const refusal = { code: 'unwritable', cause: { code: 'ENOTDIR' } };
    await expect(registry.install(folder, options)).rejects.toMatchObject(refusal);
    await registry.close();
    await expect(openRegistry(root)).rejects.toMatchObject({ code: 'unwritable' });
    await rm(join(root, 'incoming'));
    await mkdir(join(root, 'incoming'));
    await mkdir(join(root, 'consents', `${'a'.repeat(64)}.json`));
    await expect(openRegistry(root)).rejects.toMatchObject({ code: 'unwritable' });
  });
});
