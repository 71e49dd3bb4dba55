import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrorCode, syncFolder } from './durable-file.js';

/** Folders and files of the store can be read by anyone who may enter the registry, and written by nobody. */
export const READ_ONLY_FOLDER = 0o555;
export const READ_ONLY_FILE = 0o444;
export const READ_ONLY_PROGRAM = 0o555;
const WRITABLE_FOLDER = 0o755;

/** Moves a finished folder to the place where it is found from now on, and makes it read-only. */
export async function placeFolder(from: string, to: string): Promise<void> {
  // A system may refuse to move a folder that cannot be written, so it is made read-only where it comes to lie.
  await rename(from, to);
  await chmod(to, READ_ONLY_FOLDER);
  await syncFolder(dirname(to));
}

/**
 * Moves whatever is in a place out of the way.
 *
 * @returns whether anything was there
 */
export async function displaceFolder(from: string, to: string): Promise<boolean> {
  if (await isFolder(from)) await chmod(from, WRITABLE_FOLDER);
  try {
    await rename(from, to);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
  await syncFolder(dirname(from));
  return true;
}

/** Deletes a folder, whatever may be written in it; one that is not there is fine. */
export async function removeFolder(folder: string): Promise<void> {
  await makeWritable(folder);
  await rm(folder, { recursive: true, force: true });
}

/** Nothing can be deleted from a folder that cannot be written. */
async function makeWritable(folder: string): Promise<void> {
  if (!(await isFolder(folder))) return;
  await chmod(folder, WRITABLE_FOLDER);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}
