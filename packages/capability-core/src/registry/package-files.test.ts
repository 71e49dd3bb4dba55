import { lstat, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PACKAGE_LIMITS } from './limits.js';
import { digestFile } from './package-file.js';
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

describe('a large file', () => {
  beforeEach(async () => {
    await writeFile(join(root, 'file'), '');
    await truncate(join(root, 'file'), DEFAULT_PACKAGE_LIMITS.maxBytes);
  });

  it('is not hashed to its end when that is cancelled', async () => {
    const abort = new AbortController();
    const { signal } = abort;
    const digest = digestFile(root, 'file', 'file', { room: DEFAULT_PACKAGE_LIMITS.maxBytes, signal });
    abort.abort('enough');
    await expect(digest).rejects.toBe('enough');
  });

  it('does not keep a scan that is cancelled', async () => {
    const abort = new AbortController();
    const scan = PackageFiles.scan(root, DEFAULT_PACKAGE_LIMITS, { signal: abort.signal });
    // About as many steps as the scan takes to come to the bytes; it is cancelled wherever it is.
    for (let step = 0; step < 20; step += 1) await lstat(root);
    abort.abort();
    await expect(scan).rejects.toMatchObject({ code: 'cancelled' });
  });
});
