import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_PACKAGE_LIMITS } from './limits.js';
import { PackageFiles } from './package-files.js';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'changeover-files-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

it.each([
  ['other bytes of the same number', 'after!'],
  ['more bytes', 'before and more'],
  ['fewer bytes', 'be'],
])('a file that holds %s since it was scanned is not read', async (_, now) => {
  await writeFile(join(root, 'file'), 'before');
  const { signal } = new AbortController();
  const files = await PackageFiles.scan(root, DEFAULT_PACKAGE_LIMITS, { signal });
  const [file] = files.files;
  if (file === undefined) throw new Error('the file was not found');
  expect((await files.read(file, 100)).toString()).toBe('before');
  await writeFile(join(root, 'file'), now);
  await expect(files.read(file, 100)).rejects.toMatchObject({ code: 'changed-on-disk', path: 'file' });
});
