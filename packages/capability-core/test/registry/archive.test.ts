import { appendFileSync } from 'node:fs';
import { readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PackageRegistry, StoredPackage } from '../../src/registry/index.js';
import { entriesOf, putArchive, tgz, zip } from './archive-builders.js';
import { edition, NEVER, openRegistry, putFiles, temporaryFolder } from './registry-builders.js';

const options = { signal: NEVER };
const bare = { 'skills/take-notes/SKILL.md': '---\nname: take-notes\ndescription: Takes notes.\n---\nx\n' };

async function newRegistry(more: Parameters<typeof openRegistry>[1] = {}): Promise<PackageRegistry> {
  return openRegistry(join(await temporaryFolder(), 'registry'), more);
}

const kinds = [
  ['tgz', async (entries: ReturnType<typeof entriesOf>) => tgz(entries)],
  ['zip', async (entries: ReturnType<typeof entriesOf>) => zip(entries)],
] as const;

describe.each(kinds)('an archive (.%s)', (ending, pack) => {
  const put = async (files = edition('1.0.0'), wrapping = '', name = 'notes') =>
    putArchive(`${name}.${ending}`, await pack(entriesOf(files, wrapping)));

  test('is stored as the folder that it was made of, and remembered as the source', async () => {
    const registry = await newRegistry();
    const archive = await put();
    const stored = await registry.install(archive, options);
    expect(stored).toMatchObject({ name: 'field-notes', source: { type: 'archive', path: archive } });
    const folder = await putFiles(join(await temporaryFolder(), 'package'), edition('1.0.0'));
    const again = await registry.install(folder, options);
    expect(again.digest).toBe(stored.digest);
    expect(again.sources).toEqual([stored.source, { type: 'folder', path: folder }]);
    expect(await registry.verify(options)).toEqual({ checked: 1, damaged: [] });
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });

  test('remembers its source when the registry is opened again, and repairs the version from it', async () => {
    const registry = await newRegistry();
    const { digest, root } = await registry.install(await put(), options);
    await registry.close();
    const again = await openRegistry(registry.root);
    await truncate(join(root, '.claude-plugin/plugin.json'), 3);
    expect((await again.verify(options)).damaged).toHaveLength(1);
    const { source } = again.version(digest) as StoredPackage;
    await again.install(source, options);
    expect((await again.verify(options)).damaged).toEqual([]);
  });

  test.each([
    ['', 'notes-1.0', 'notes-1.0'],
    ['package/', 'notes', 'notes'],
    ['./package/', 'notes', 'notes'],
    ['field-notes/', 'anything', 'field-notes'],
  ])('names a package without a manifest, wrapped in "%s"', async (wrapping, file, name) => {
    const registry = await newRegistry();
    expect(await registry.install(await put(bare, wrapping, file), options)).toMatchObject({
      name,
      fileCount: 1,
    });
  });

  test('keeps what may be executed and what is there twice by a link', async () => {
    const registry = await newRegistry();
    const script = { path: 'bin/run.sh', text: '#!/bin/sh\n', mode: 0o100755 };
    const link =
      ending === 'tgz'
        ? { path: 'skills/run.sh', type: 'symlink' as const, target: '../bin/run.sh' }
        : { path: 'skills/run.sh', mode: 0o120777, text: '../bin/run.sh' };
    const entries = [link, ...entriesOf(edition('1.0.0')), script];
    const { root } = await registry.install(await putArchive(`a.${ending}`, await pack(entries)), options);
    for (const path of ['bin/run.sh', 'skills/run.sh']) {
      expect((await stat(join(root, path))).mode & 0o777).toBe(0o555);
      expect(await readFile(join(root, path), 'utf8')).toBe('#!/bin/sh\n');
    }
  });

  test('is refused as a folder would be, by its own name', async () => {
    const registry = await newRegistry();
    const archive = await put({ 'notes.txt': '' });
    const refused = registry.install(archive, options);
    await expect(refused).rejects.toMatchObject({ code: 'not-a-package', root: archive });
    await expect(refused).rejects.toThrow(`${archive} holds no capability package`);
    const flawed = await put({ ...edition('1.0.0'), 'agents/a.md': '' });
    await expect(registry.install(flawed, { ...options, strict: true })).rejects.toMatchObject({
      code: 'strict-refusal',
      root: flawed,
      items: [{ kind: 'agent' }],
    });
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });

  test('that is cut off is refused, wherever that is', async () => {
    const registry = await newRegistry();
    const bytes = await pack(entriesOf(edition('1.0.0')));
    for (const length of [4, 20, Math.floor(bytes.length / 2), bytes.length - 12]) {
      const archive = await putArchive(`cut.${ending}`, bytes.subarray(0, length));
      await expect(registry.install(archive, options)).rejects.toMatchObject({ code: 'corrupt-archive' });
    }
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });

  test('that is cancelled while it lies unpacked leaves nothing', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const registry = await newRegistry({
      observer: {
        step: (step) => {
          seen.push(step);
          controller.abort();
        },
      },
    });
    await expect(registry.install(await put(), controller)).rejects.toMatchObject({ code: 'cancelled' });
    expect([seen, registry.versions()]).toEqual([['source-unpacked'], []]);
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });

  test('that is cancelled while it is unpacked leaves nothing', async () => {
    const controller = new AbortController();
    const registry = await newRegistry();
    const archive = await put();
    const installing = registry.install(archive, controller);
    controller.abort();
    await expect(installing).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
  });
});

test('a hard link in an archive is the file that came before it', async () => {
  const registry = await newRegistry();
  const link = {
    path: 'package/copy.json',
    type: 'link' as const,
    target: 'package/.claude-plugin/plugin.json',
  };
  const entries = [
    ...entriesOf(edition('1.0.0'), 'package/'),
    link,
    { ...link, path: 'package/third.json', target: link.path },
  ];
  const { root } = await registry.install(await putArchive('a.tgz', await tgz(entries)), options);
  for (const copy of ['copy.json', 'third.json']) {
    expect(await readFile(join(root, copy), 'utf8')).toContain('field-notes');
  }
});

test('a folder that is there twice, or after what is in it, is one folder', async () => {
  const registry = await newRegistry();
  const folder = { path: 'skills/', type: 'directory' as const };
  const entries = [
    folder,
    ...entriesOf(edition('1.0.0')),
    folder,
    { path: './', type: 'directory' as const },
  ];
  expect((await registry.install(await putArchive('a.tgz', await tgz(entries)), options)).fileCount).toBe(2);
});

test('what an archive is counts, not what it is called; and a link leads to it', async () => {
  const registry = await newRegistry();
  const archive = await putArchive('notes.bin', zip(entriesOf(edition('1.0.0'))));
  await symlink('notes.bin', join(dirname(archive), 'link.tgz'));
  const stored = await registry.install(join(dirname(archive), 'link.tgz'), options);
  expect(stored.source).toEqual({ type: 'archive', path: archive });
});

test('what is no archive is refused', async () => {
  const registry = await newRegistry();
  const folder = await temporaryFolder();
  const file = join(folder, 'notes.tgz');
  await writeFile(file, '');
  const refusal = { code: 'unsupported-archive', root: file };
  await expect(registry.install(file, options)).rejects.toMatchObject(refusal);
  appendFileSync(file, 'Rar!');
  await expect(registry.install(file, options)).rejects.toMatchObject(refusal);
  const source = (path: string) => ({ type: 'archive' as const, path });
  await expect(registry.install(source(folder), options)).rejects.toMatchObject({
    code: 'unsupported-archive',
  });
  await expect(registry.install(source(join(folder, 'none')), options)).rejects.toMatchObject({
    code: 'missing',
  });
  await expect(registry.install(source(join(file, 'none')), options)).rejects.toMatchObject({
    code: 'unreadable',
  });
});
