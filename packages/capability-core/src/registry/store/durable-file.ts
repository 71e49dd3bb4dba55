import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Records are the operator's own: nobody else on the machine reads them. */
const OWNER_ONLY = 0o600;

/** Writes a file that is not there yet, and waits until its bytes are on the disk. Its name is not durable by that. */
export async function writeDraft(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives a draft its name, if nothing has that name yet.
 *
 * @returns whether it was given; the draft is gone in either case
 */
export async function publishDraft(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

/** Gives a draft its name; whatever had the name before is gone. At any moment the name leads to one of the two. */
export async function replaceByDraft(draft: string, path: string): Promise<void> {
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Removes a file, if it is there, for good. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** Waits until the names in a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system journals names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The text of a file of at most `maxBytes`; `null` when there is none. */
export async function readTextWithin(path: string, maxBytes: number): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new Error(`it has ${size} bytes; at most ${maxBytes} are read`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether something thrown is the system's error of that code. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
