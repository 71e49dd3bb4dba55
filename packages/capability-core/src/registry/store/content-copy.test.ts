import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTENT_FILES_AT_ONCE, DEFAULT_PACKAGE_LIMITS } from '../limits.js';
import type { PackageFile } from '../package-file.js';
import { PackageFiles } from '../package-files.js';
import { copyContent } from './content-copy.js';

const FILES = 10 * CONTENT_FILES_AT_ONCE;
let base = '';
let files: readonly PackageFile[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'changeover-copy-'));
  await mkdir(join(base, 'from'));
  for (let file = 0; file < FILES; file += 1) await writeFile(join(base, 'from', `${100 + file}`), `${file}`);
  const { signal } = new AbortController();
  files = (await PackageFiles.scan(join(base, 'from'), DEFAULT_PACKAGE_LIMITS, { signal })).files;
});

afterEach(() => rm(base, { recursive: true, force: true }));

const copy = (signal = new AbortController().signal, begun = (): void => undefined) =>
  copyContent({ from: join(base, 'from'), files, to: join(base, 'to') }, { signal, begun });

it('copies every file', async () => {
  await copy();
  expect(await readdir(join(base, 'to'))).toHaveLength(FILES);
});

it('stops at the first file that changed, and says which', async () => {
  await writeFile(join(base, 'from', '100'), 'other');
  await expect(copy()).rejects.toMatchObject({ code: 'changed-on-disk', path: '100' });
  expect((await readdir(join(base, 'to'))).length).toBeLessThan(FILES);
});

it('copies nothing once it is cancelled', async () => {
  const abort = new AbortController();
  await expect(copy(abort.signal, () => abort.abort())).rejects.toMatchObject({ code: 'cancelled' });
  expect(await readdir(join(base, 'to'))).toEqual([]);
});

it('ends in the middle of a large file when it is cancelled', async () => {
  await mkdir(join(base, 'large'));
  await writeFile(join(base, 'large', 'file'), Buffer.alloc(16 * 1024 * 1024));
  const abort = new AbortController();
  const { signal } = abort;
  const large = await PackageFiles.scan(join(base, 'large'), DEFAULT_PACKAGE_LIMITS, { signal });
  const copied = copyContent(
    { from: large.root, files: large.files, to: join(base, 'to') },
    { signal, begun: () => void setImmediate(() => abort.abort()) },
  );
  await expect(copied).rejects.toMatchObject({ code: 'cancelled' });
});
