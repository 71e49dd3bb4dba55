import { createHash } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTENT_FILES_AT_ONCE } from '../limits.js';
import { PackageError } from '../package-error.js';
import { chunksOf, openPackageFile, type PackageFile } from '../package-file.js';
import { cancelled, changedOnDisk, unreadable, unwritable } from '../package-refusal.js';
import { syncFolder } from './durable-file.js';
import { READ_ONLY_FILE, READ_ONLY_FOLDER, READ_ONLY_PROGRAM } from './read-only-folder.js';

/** What is copied where. */
export interface ContentCopy {
  /** The package's folder, as it was scanned. */
  readonly from: string;
  readonly files: readonly PackageFile[];
  /** A folder that is not there yet. */
  readonly to: string;
}

/**
 * Copies the files of a package, read-only. The bytes that are written are those whose digests were taken before; all
 * of them are on the disk when this returns.
 *
 * @throws {PackageError} `changed-on-disk`, `unreadable`, `unwritable` or `cancelled`; what was copied stays behind
 */
export async function copyContent(
  { from, files, to }: ContentCopy,
  options: { readonly signal: AbortSignal; readonly begun: () => void },
): Promise<void> {
  const folders = foldersOf(files);
  await writing(to, async () => {
    for (const folder of folders) await mkdir(join(to, folder));
  });
  options.begun();
  // One iterator for all: each copier takes the file that no other has.
  const queue = files.values();
  const failures: unknown[] = [];
  const copier = async (): Promise<void> => {
    for (const file of queue) {
      // What one of them cannot copy, the others need not go on for.
      if (failures.length > 0) return;
      await copyFile(file, { from, to, signal: options.signal }).catch((error: unknown) =>
        failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: CONTENT_FILES_AT_ONCE }, copier));
  if (failures.length > 0) throw failures[0];
  await writing(to, () => finishFolders(to, folders));
}

/** Every folder after the one that holds it; the first is the root. */
function foldersOf(files: readonly PackageFile[]): readonly string[] {
  const folders = new Set(['']);
  for (const { path } of files) {
    const parts = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders];
}

async function finishFolders(to: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    await syncFolder(join(to, folder));
    if (folder !== '') await chmod(join(to, folder), READ_ONLY_FOLDER);
  }
}

interface CopyPlaces extends Pick<ContentCopy, 'from' | 'to'> {
  readonly signal: AbortSignal;
}

async function copyFile(file: PackageFile, { from, to, signal }: CopyPlaces): Promise<void> {
  if (signal.aborted) throw cancelled(from, 'Installing the package');
  const target = join(to, file.path);
  const source = await openPackageFile(from, file).catch((error: unknown) => {
    throw unreadable(from, file.path, error);
  });
  try {
    const mode = file.executable ? READ_ONLY_PROGRAM : READ_ONLY_FILE;
    const copy = await writing(dirname(target), () => open(target, 'wx', mode));
    try {
      if (!(await sameBytes(file, { from, source, copy, signal }))) throw changedOnDisk(from, file.path);
      await writing(target, async () => {
        // What the process hides from others by its mask is decided by the registry's folder, not by its files.
        await copy.chmod(mode);
        await copy.sync();
      });
    } finally {
      await copy.close();
    }
  } finally {
    await source.close();
  }
}

interface OpenCopy {
  readonly from: string;
  readonly source: FileHandle;
  readonly copy: FileHandle;
  readonly signal: AbortSignal;
}

async function sameBytes(file: PackageFile, { from, source, copy, signal }: OpenCopy): Promise<boolean> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    if ((((await source.stat()).mode & 0o111) !== 0) !== file.executable) return false;
    for await (const chunk of chunksOf(source)) {
      if (signal.aborted) throw cancelled(from, 'Installing the package');
      bytes += chunk.length;
      if (bytes > file.bytes) return false;
      hash.update(chunk);
      await writing(file.path, () => copy.writeFile(chunk));
    }
  } catch (error) {
    throw error instanceof PackageError ? error : unreadable(from, file.path, error);
  }
  return file.digest === `sha256:${hash.digest('hex')}`;
}

async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw unwritable(path, error);
  }
}
