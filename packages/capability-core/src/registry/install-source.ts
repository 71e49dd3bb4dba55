import { realpath, stat } from 'node:fs/promises';
import { boundedMessage } from '../lifecycle/bounded-message.js';
import { installArchive } from './install-archive.js';
import { type FolderInstallation, installFolder } from './install-folder.js';
import { installNpm } from './install-npm.js';
import { installPlugin } from './install-plugin.js';
import { PackageError } from './package-error.js';
import type { RegistryCore } from './registry-core.js';
import { sourceSchema } from './store/record-schemas.js';
import type { PackageSource, StoredPackage } from './stored-package.js';

/** Stores a package from wherever it is. See `PackageRegistry.install`. */
export async function installSource(
  core: RegistryCore,
  source: string | PackageSource,
  installation: Pick<FolderInstallation, 'signal' | 'strict'>,
): Promise<StoredPackage> {
  const from = typeof source === 'string' ? await sourceAt(source) : checkedSource(source);
  switch (from.type) {
    case 'folder':
      return installFolder(core, from.path, installation);
    case 'archive':
      return installArchive(core, from.path, installation);
    case 'npm':
      return installNpm(core, from, installation);
    case 'marketplace':
      return installPlugin(core, from, installation);
  }
}

function checkedSource(source: PackageSource): PackageSource {
  const checked = sourceSchema.safeParse(source);
  if (checked.success) return checked.data;
  const reasons = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new PackageError(
    'invalid-source',
    `The source cannot be used (${boundedMessage(reasons.join('; '), '')}); give a path, or a source of a known type with all its fields.`,
    { root: 'the source', cause: checked.error },
  );
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
