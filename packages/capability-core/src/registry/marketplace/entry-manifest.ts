import { chmod, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unwritable } from '../package-refusal.js';
import { PLUGIN_MANIFEST_PATH } from '../plugin-manifest.js';
import { hasErrorCode } from '../store/durable-file.js';
import type { MarketplaceEntry } from './marketplace-file.js';

const WRITABLE_FOLDER = 0o700;

/** Whether a plugin's own manifest counts: it does where there is one, unless the entry says that the entry is everything. */
export async function hasOwnManifest({ fields }: MarketplaceEntry, root: string): Promise<boolean> {
  return fields['strict'] !== false && (await kindAt(join(root, PLUGIN_MANIFEST_PATH))) !== null;
}

/** Makes a manifest of a marketplace's entry, in a folder of our own that holds a plugin without one that counts. */
export async function writeEntryManifest({ fields }: MarketplaceEntry, root: string): Promise<void> {
  const { source: _source, strict: _strict, ...manifest } = fields;
  const path = join(root, PLUGIN_MANIFEST_PATH);
  const folder = dirname(path);
  try {
    const kind = await kindAt(folder);
    // What is written through a link lies elsewhere; such a package is refused when it is read.
    if (kind === 'other') return;
    if (kind === null) await mkdir(folder);
    await chmod(folder, WRITABLE_FOLDER);
    await rm(path, { force: true });
    await writeFile(path, JSON.stringify(manifest, null, 2), { flag: 'wx' });
  } catch (error) {
    throw unwritable(root, error);
  }
}

async function kindAt(path: string): Promise<'folder' | 'other' | null> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return null;
    throw error;
  }
}
