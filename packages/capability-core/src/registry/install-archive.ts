import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unsupportedArchive } from './archive/archive-refusal.js';
import { packageRoot } from './archive/package-root.js';
import { unpackArchive } from './archive/unpack-archive.js';
import { type FolderInstallation, installFolder } from './install-folder.js';
import { PackageError } from './package-error.js';
import { unreadable, unwritable } from './package-refusal.js';
import type { RegistryCore } from './registry-core.js';
import { hasErrorCode } from './store/durable-file.js';
import { removeFolder } from './store/read-only-folder.js';
import type { StoredPackage } from './stored-package.js';

const ENDING = /\.(?:tgz|tar\.gz|zip)$/i;
const UNNAMED = 'package';

/** Unpacks an archive beside the store and stores what is in it. See `PackageRegistry.install`. */
export async function installArchive(
  core: RegistryCore,
  path: string,
  installation: FolderInstallation,
): Promise<StoredPackage> {
  const archive = await archiveAt(path);
  const { signal, source = { type: 'archive', path: archive } } = installation;
  const draft = core.paths.draft();
  try {
    await mkdir(draft).catch((error: unknown) => {
      throw unwritable(draft, error);
    });
    const unpacked = join(draft, 'unpacked');
    await unpackArchive(archive, { to: unpacked, limits: core.settings.limits, signal });
    core.step('source-unpacked');
    const name = basename(archive).replace(ENDING, '');
    const root = await packageRoot(draft, unpacked, name === '' ? UNNAMED : name);
    return await installFolder(core, root, { ...installation, source }).catch((error: unknown) => {
      throw spokenOfArchive(error, root, archive);
    });
  } finally {
    // What cannot be removed now is removed when the registry is opened next.
    await removeFolder(draft).catch(() => undefined);
  }
}

/** The archive's file, without links in its path. */
async function archiveAt(path: string): Promise<string> {
  try {
    const archive = await realpath(path);
    // A pipe would never end.
    if ((await stat(archive)).isFile()) return archive;
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw unreadable(path, undefined, error);
    throw new PackageError('missing', `There is no archive ${path}; check the path.`, {
      root: path,
      cause: error,
    });
  }
  throw unsupportedArchive(path);
}

/** Nobody knows the folder that an archive was unpacked to, and it is gone when its name would be read. */
function spokenOfArchive(error: unknown, root: string, archive: string): unknown {
  if (!(error instanceof PackageError) || error.root !== root) return error;
  const { code, message, path, line, otherPath, limit, items, cause } = error;
  const told = message.replaceAll(root, () => archive);
  return new PackageError(code, told, { root: archive, path, line, otherPath, limit, items, cause });
}
