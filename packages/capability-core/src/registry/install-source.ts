import { realpath, stat } from 'node:fs/promises';
import { installArchive } from './install-archive.js';
import { type FolderInstallation, installFolder } from './install-folder.js';
import { installNpm } from './install-npm.js';
import type { RegistryCore } from './registry-core.js';
import type { PackageSource, StoredPackage } from './stored-package.js';

/** Stores a package from wherever it is. See `PackageRegistry.install`. */
export async function installSource(
  core: RegistryCore,
  source: string | PackageSource,
  installation: Pick<FolderInstallation, 'signal' | 'strict'>,
): Promise<StoredPackage> {
  const from = typeof source === 'string' ? await sourceAt(source) : source;
  switch (from.type) {
    case 'folder':
      return installFolder(core, from.path, installation);
    case 'archive':
      return installArchive(core, from.path, installation);
    case 'npm':
      return installNpm(core, from, installation);
  }
}

/** What a path leads to: an archive, if it is a file. */
async function sourceAt(path: string): Promise<PackageSource> {
  try {
    const place = await realpath(path);
    if ((await stat(place)).isFile()) return { type: 'archive', path: place };
  } catch {
    // Whoever reads the folder says what is the matter with it.
  }
  return { type: 'folder', path };
}
