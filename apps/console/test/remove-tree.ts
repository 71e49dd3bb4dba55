import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_ONLY = 0o700;

/** Deletes a folder with all that is in it, also where folders in it are read-only, as those of a registry are. */
export async function removeTree(folder: string): Promise<void> {
  await openUp(folder).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, OWNER_ONLY);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name));
  }
}
