import { basename, join } from 'node:path';
import { withIoErrors } from '../errors/io-error.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { type FileLayer, writeAll } from '../files/file-layer.js';
import { segmentNumbers } from '../journal/read-store.js';
import type { StorePaths } from '../journal/store-paths.js';
import { maxOriginalsFolders } from '../limits.js';
import type { CommandContext } from './command.js';

/**
 * Copies all files of a store, durably, to a new folder beside it, where they are a store of the same name. When that
 * fails, the folder is removed again.
 *
 * @returns the folder
 * @throws StateStoreError `io`, `unavailable`; the signal's reason.
 */
export async function keepOriginals(
  paths: StorePaths,
  files: FileLayer,
  { progress, signal }: Pick<CommandContext, 'progress' | 'signal'>,
): Promise<string> {
  const folder = await makeFolder(paths, files);
  const copies: string[] = [];
  progress.begin('Copying the files as they are', 'bytes');
  try {
    for (const file of [paths.snapshot, paths.draft, ...(await segmentFiles(paths, files))]) {
      signal.throwIfAborted();
      const copy = join(folder, basename(file));
      copies.push(copy);
      await progress.advance(await withIoErrors('copy', file, () => copyFile(files, file, copy)));
    }
    await withIoErrors('sync', folder, async () => {
      await files.syncFolder(folder);
      await files.syncFolder(paths.folder);
    });
    signal.throwIfAborted();
    return folder;
  } catch (error) {
    await removeCopies(folder, copies, files);
    throw error;
  }
}

async function removeCopies(folder: string, copies: readonly string[], files: FileLayer): Promise<void> {
  try {
    for (const copy of copies) await files.remove(copy);
    await files.removeFolder(folder);
  } catch {
    // Why they were given up matters more than that they are still there: the store itself was not touched.
  }
}

async function segmentFiles(paths: StorePaths, files: FileLayer): Promise<readonly string[]> {
  return (await segmentNumbers(files, paths)).map((number) => paths.segment(number));
}

async function makeFolder({ snapshot }: StorePaths, files: FileLayer): Promise<string> {
  for (let number = 1; number <= maxOriginalsFolders; number += 1) {
    const folder = `${snapshot}.before-recovery-${number}`;
    if (await withIoErrors('create', folder, () => files.makeFolder(folder))) return folder;
  }
  throw new StateStoreError(
    'unavailable',
    `${snapshot} has ${maxOriginalsFolders} folders with originals of earlier recoveries: move them away first`,
    { file: snapshot, limit: maxOriginalsFolders },
  );
}

/** @returns how many bytes it has; 0 when there is no such file */
async function copyFile(files: FileLayer, from: string, to: string): Promise<number> {
  const bytes = await files.read(from);
  if (bytes === undefined) return 0;
  const copy = await files.open(to, 'new');
  try {
    await writeAll(copy, bytes, 0);
    await copy.sync();
    return bytes.length;
  } finally {
    await copy.close();
  }
}
