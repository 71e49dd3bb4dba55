import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PackageErrorCode, PackageLimits } from '../../src/registry/index.js';
import {
  DEFAULT_PACKAGE_LIMITS,
  MAX_ENTRY_NAME_BYTES,
  MAX_LINK_TARGET_BYTES,
  MAX_TAR_ENTRY_OVERHEAD_BYTES,
  MAX_TAR_EXTENDED_HEADER_BYTES,
} from '../../src/registry/limits.js';
import { type EntryParts, entriesOf, putArchive, tar, tgz, type ZipParts, zip } from './archive-builders.js';
import { edition, NEVER, openRegistry, temporaryFolder } from './registry-builders.js';

const good = entriesOf(edition('1.0.0'));
const LINK = 0o120777;

/** What becomes of an archive; nothing of one that is refused is left, neither in the registry nor around it. */
async function install(name: string, bytes: Buffer, limits: Partial<PackageLimits> = {}): Promise<unknown> {
  const base = await temporaryFolder();
  const registry = await openRegistry(join(base, 'registry'), { limits });
  try {
    return await registry.install(await putArchive(name, bytes), { signal: NEVER });
  } catch (error) {
    expect(await readdir(base)).toEqual(['registry']);
    for (const folder of ['incoming', 'content', 'packages']) {
      expect(await readdir(join(registry.root, folder))).toEqual([]);
    }
    return error;
  }
}

const installTgz = async (entries: readonly EntryParts[], limits?: Partial<PackageLimits>) =>
  install('a.tgz', await tgz([...good, ...entries]), limits);
const installZip = (entries: readonly ZipParts[], limits?: Partial<PackageLimits>) =>
  install('a.zip', zip([...good, ...entries]), limits);

const unsafePaths: readonly [PackageErrorCode, string][] = [
  ['entry-outside', '/etc/outside'],
  ['entry-outside', '../outside'],
  ['entry-outside', 'skills/../../outside'],
  ['entry-outside', 'C:/outside'],
  ['entry-outside', 'skills/c:outside'],
  ['unsafe-name', 'skills\\outside'],
  ['unsafe-name', '..\\outside'],
  ['unsafe-name', 'a\nb'],
  ['unsafe-name', 'skills/NUL'],
  ['unsafe-name', 'con.txt'],
  ['unsafe-name', 'LPT1 .md'],
];

describe('an entry of an archive is refused, and its path is told', () => {
  test.each(unsafePaths)('with %s for the path %j', async (code, path) => {
    expect(await installTgz([{ path }])).toMatchObject({ code, path });
    expect(await installZip([{ path }])).toMatchObject({ code, path });
    if (!path.includes('\n')) expect(await installTgz([{ path, type: 'directory' }])).toMatchObject({ code });
  });

  test('for bytes in its name that are no UTF-8', async () => {
    const path = Buffer.from([0x61, 0xff]);
    expect(await installZip([{ path }])).toMatchObject({ code: 'unsafe-name', path: 'a\uFFFD' });
  });

  test('that names the root, or nothing', async () => {
    expect(await installTgz([{ path: '.' }])).toMatchObject({ code: 'duplicate-entry', path: '.' });
    expect(await installZip([{ path: './.' }])).toMatchObject({ code: 'duplicate-entry' });
  });

  test.each([
    ['link-outside', '../outside'],
    ['link-outside', '/etc/passwd'],
    ['link-outside', '..'],
    ['link-outside', 'skills/../../x'],
    ['link-outside', 'C:x'],
    ['unsafe-name', '..\\outside'],
    ['unsafe-name', ''],
  ])('with %s for a link to %j', async (code, target) => {
    const refusal = { code, path: 'entry' };
    expect(await installTgz([{ path: 'entry', type: 'symlink', target }])).toMatchObject(refusal);
    expect(await installZip([{ path: 'entry', mode: LINK, text: target }])).toMatchObject(refusal);
  });

  test.each([
    [
      'link-outside',
      'a link that leaves by way of another',
      'skills/take-notes/deep/up/../../../../registry.json',
    ],
    ['unsupported-entry', 'a link to a folder', 'skills'],
    ['unreadable', 'a link to nothing', 'nothing'],
    ['unreadable', 'a link to itself', 'entry'],
  ])('with %s for %s', async (code, _, target) => {
    const up = { path: 'skills/take-notes/deep/up', type: 'symlink' as const, target: '../../..' };
    const links = [{ path: 'entry', type: 'symlink' as const, target }, up];
    expect(await installTgz(target.includes('up') ? links : links.slice(0, 1))).toMatchObject({
      code,
      path: 'entry',
    });
  });

  test.each(['../outside', '/etc/passwd', 'skills', 'later', 'entry'])(
    'for a hard link to %s, which is no file that came before it',
    async (target) => {
      const entries = [{ path: 'entry', type: 'link' as const, target }, { path: 'later' }];
      expect(await installTgz(entries)).toMatchObject({ code: 'link-outside', path: 'entry' });
    },
  );

  test.each(['character-device', 'block-device', 'fifo'] as const)('for being a %s', async (type) => {
    expect(await installTgz([{ path: 'entry', type }])).toMatchObject({
      code: 'unsupported-entry',
      path: 'entry',
    });
  });

  test('for being a device or a pipe in a zip archive', async () => {
    for (const mode of [0o020666, 0o060666, 0o010666, 0o140666]) {
      expect(await installZip([{ path: 'entry', mode }])).toMatchObject({
        code: 'unsupported-entry',
        path: 'entry',
      });
    }
  });

  test.each([
    ['case-collision', 'Notes.md', 'notes.md'],
    ['case-collision', 'Notes/a', 'notes/b'],
    ['case-collision', 'caf\u00e9', 'cafe\u0301'],
    ['duplicate-entry', 'notes.md', 'notes.md'],
    ['duplicate-entry', 'notes.md', './notes.md'],
    ['duplicate-entry', 'notes', 'notes/a'],
    ['duplicate-entry', 'notes/a', 'notes'],
  ])('with %s for %s beside %s', async (code, one, other) => {
    const entries = [{ path: one }, { path: other }];
    expect(await installTgz(entries)).toMatchObject({ code });
    expect(await installZip(entries)).toMatchObject({ code });
  });

  test('that would be written through a link', async () => {
    const entries = [{ path: 'way', type: 'symlink' as const, target: 'skills' }, { path: 'way/planted' }];
    expect(await installTgz(entries)).toMatchObject({ code: 'duplicate-entry', path: 'way' });
  });
});

describe('a zip archive is refused', () => {
  const path = 'entry';

  test.each<[string, PackageErrorCode, ZipParts]>([
    ['encrypted', 'encrypted-archive', { path, flags: 1 }],
    ['packed in a way that nobody reads', 'unsupported-archive', { path, method: 12 }],
    ['not what its checksum says', 'corrupt-archive', { path, text: 'x', crc: 1 }],
    ['longer than it declares', 'corrupt-archive', { path, text: 'x'.repeat(100_000), declared: 10 }],
    ['shorter than it declares', 'corrupt-archive', { path, text: 'x', declared: 10 }],
  ])('for an entry that is %s', async (_, code, entry) => {
    expect(await installZip([entry])).toMatchObject({ code, path });
  });

  test('for a link to a path that is too long', async () => {
    const link = (bytes: number) => installZip([{ path, mode: LINK, text: '././'.repeat(bytes / 4) }]);
    // At the bound it is the system that says no: a path needs a byte more.
    expect(await link(MAX_LINK_TARGET_BYTES)).not.toMatchObject({ code: 'unsafe-name' });
    expect(await link(MAX_LINK_TARGET_BYTES + 4)).toMatchObject({ code: 'unsafe-name', path });
  });
});

describe('a tar archive is refused', () => {
  test('where gzip or a header finds its checksum wrong', async () => {
    const packed = await tgz(good);
    packed[packed.length - 6] = (packed.at(-6) ?? 0) ^ 1;
    expect(await install('a.tgz', packed)).toMatchObject({ code: 'corrupt-archive' });
    const unpacked = await tar(good);
    unpacked[0] = 0x2f;
    expect(await install('a.tgz', gzipSync(unpacked))).toMatchObject({ code: 'corrupt-archive' });
  });

  test('that ends in the middle of a file, although gzip does not', async () => {
    const unpacked = await tar([{ path: 'long', text: 'x'.repeat(4_000) }]);
    expect(await install('a.tgz', gzipSync(unpacked.subarray(0, 2_048)))).toMatchObject({
      code: 'corrupt-archive',
      path: 'long',
    });
  });

  test('that declares more bytes than any package has, without reading them', async () => {
    const [header] = [(await tar([{ path: 'huge', text: 'x'.repeat(8) }])).subarray(0, 512)];
    header.write('77777777777', 124);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    expect(await install('a.tgz', gzipSync(header))).toMatchObject({
      code: 'byte-limit-exceeded',
      path: 'huge',
      limit: DEFAULT_PACKAGE_LIMITS.maxBytes,
    });
  });
});

describe('the limits of packages hold while an archive is unpacked', () => {
  const bytes = Object.values(edition('1.0.0')).join('').length;
  const kinds = [
    ['tgz', installTgz],
    ['zip', installZip],
  ] as const;

  test.each(kinds)('for files and bytes (.%s)', async (_, installing) => {
    expect(await installing([], { maxFiles: 3, maxBytes: bytes })).toMatchObject({ bytes });
    expect(await installing([], { maxBytes: bytes - 1 })).toMatchObject({ code: 'byte-limit-exceeded' });
    expect(await installing([{ path: 'a' }], { maxFiles: 3 })).toMatchObject({ fileCount: 3 });
    expect(await installing([{ path: 'a' }, { path: 'b' }], { maxFiles: 3 })).toMatchObject({
      code: 'file-limit-exceeded',
      path: 'b',
      limit: 3,
    });
  });

  test.each(kinds)('for folders and their depth (.%s)', async (_, installing) => {
    expect(await installing([{ path: 'a/b' }], { maxFiles: 4 })).toMatchObject({ fileCount: 3 });
    // One more may be what wraps the package: the folder is counted again when it is read.
    for (const path of ['a/b/c', 'a/b/c/d/e']) {
      expect(await installing([{ path }], { maxFiles: 4 })).toMatchObject({ code: 'file-limit-exceeded' });
    }
    expect(await installing([{ path: 'a/b/c' }], { maxDepth: 2 })).toMatchObject({ fileCount: 3 });
    for (const path of ['a/b/c/d', 'a/b/c/d/e']) {
      expect(await installing([{ path }], { maxDepth: 2 })).toMatchObject({
        code: 'depth-limit-exceeded',
        limit: 2,
      });
    }
  });

  test.each(kinds)('for the bytes of a name (.%s)', async (_, installing) => {
    const path = 'n'.repeat(MAX_ENTRY_NAME_BYTES);
    expect(await installing([{ path }])).toMatchObject({ fileCount: 3 });
    expect(await installing([{ path: `${path}n` }])).toMatchObject({ code: 'unsafe-name' });
  });

  test('for files that are there again by hard links', async () => {
    const link = { path: 'again', type: 'link' as const, target: '.claude-plugin/plugin.json' };
    const all = bytes + Buffer.byteLength(edition('1.0.0')['.claude-plugin/plugin.json'] ?? '');
    expect(await installTgz([link], { maxBytes: all })).toMatchObject({ bytes: all });
    expect(await installTgz([link], { maxBytes: all - 1 })).toMatchObject({
      code: 'byte-limit-exceeded',
      path: 'again',
    });
  });

  test.each(kinds)('for a file that unpacks to a thousand times its bytes (.%s)', async (_, installing) => {
    const bomb = { path: 'bomb', text: Buffer.alloc(8 * 1024 * 1024) };
    expect(await installing([bomb], { maxBytes: 1024 * 1024 })).toMatchObject({
      code: 'byte-limit-exceeded',
      path: 'bomb',
    });
  });

  test('for a tar archive that holds endless bytes which are no files', async () => {
    const limits = { maxFiles: 3, maxBytes: 1024 * 1024 };
    const room = limits.maxBytes + 2 * (limits.maxFiles + 1) * MAX_TAR_ENTRY_OVERHEAD_BYTES;
    const unpacked = await tar(good);
    const padded = (size: number) =>
      gzipSync(Buffer.concat([unpacked, Buffer.alloc(size - unpacked.length)]));
    expect(await install('a.tgz', padded(room), limits)).toMatchObject({ fileCount: 2 });
    expect(await install('a.tgz', padded(room + 1), limits)).toMatchObject({ code: 'byte-limit-exceeded' });
  });

  test('for a header of a tar archive, whose reader would not end', async () => {
    // Each record claims one byte, and the space that ends its length stands at the very end.
    const headed = async (type: string, bytes: number) => {
      const header = (await tar([{ path: 'header' }])).subarray(0, 512);
      header.write(bytes.toString(8).padStart(11, '0'), 124);
      header.write(`        ${type}`, 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      const records = Buffer.alloc(Math.ceil(bytes / 512) * 512, '1\n');
      records[bytes - 1] = 0x20;
      return gzipSync(Buffer.concat([header, records, await tar(good)]));
    };
    const [bound, beyond] = [MAX_TAR_EXTENDED_HEADER_BYTES, MAX_TAR_EXTENDED_HEADER_BYTES + 1];
    for (const type of ['x', 'g']) {
      expect(await install('a.tgz', await headed(type, bound))).toMatchObject({ fileCount: 2 });
    }
    for (const [type, size] of [
      ['x', beyond],
      ['g', beyond],
      ['L', beyond],
      ['K', beyond],
      ['x', 65_536],
    ] as const) {
      expect(await install('a.tgz', await headed(type, size))).toMatchObject({
        code: 'byte-limit-exceeded',
        limit: bound,
      });
    }
  });
});
