import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installUnpacked, type UnpackedArchive, withDraft } from './install-archive.js';
import type { FolderInstallation } from './install-folder.js';
import { npmPack } from './npm/npm-pack.js';
import type { NpmSpec } from './npm/npm-spec.js';
import { unwritable } from './package-refusal.js';
import type { RegistryCore } from './registry-core.js';
import type { StoredPackage } from './stored-package.js';

/** Lets npm fetch a package and stores what is in it. See `PackageRegistry.install`. */
export async function installNpm(
  core: RegistryCore,
  wanted: NpmSpec,
  installation: FolderInstallation,
  complete?: UnpackedArchive['complete'],
): Promise<StoredPackage> {
  const { signal } = installation;
  return withDraft(core, async (draft) => {
    const folder = join(draft, 'fetched');
    await mkdir(folder).catch((error: unknown) => {
      throw unwritable(folder, error);
    });
    const { name, version, archive } = await npmPack(wanted, { folder, clock: core.settings.clock, signal });
    // A scope is no part of the name that a folder would have.
    const ownName = name.slice(name.indexOf('/') + 1);
    const unpacked = { archive, draft, name: ownName, ...(complete === undefined ? {} : { complete }) };
    const { source = { type: 'npm', name, version } } = installation;
    return installUnpacked(core, unpacked, { ...installation, source });
  });
}
