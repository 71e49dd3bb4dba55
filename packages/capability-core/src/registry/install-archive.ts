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
import { type StoredPackage, sourceText } from './stored-package.js';

const ENDING = /\.(?:tgz|tar\.gz|zip)$/i;
const UNNAMED = 'package';

/** How what was unpacked is installed. */
export type SourceInstallation = FolderInstallation & Required<Pick<FolderInstallation, 'source'>>;

/** Unpacks an archive beside the store and stores what is in it. See `PackageRegistry.install`. */
export async function installArchive(
  core: RegistryCore,
  path: string,
  installation: Omit<SourceInstallation, 'source'>,
): Promise<StoredPackage> {
  const archive = await archiveAt(path);
  const source = { type: 'archive', path: archive } as const;
  const name = basename(archive).replace(ENDING, '');
  return withDraft(core, (draft) => {
    const unpacked = { archive, draft, name: name === '' ? UNNAMED : name };
    return installUnpacked(core, unpacked, { ...installation, source });
  });
}

/** An archive, and where it is unpacked. */
export interface UnpackedArchive {
  readonly archive: string;
  readonly draft: string;
  /** Stands in for a name that neither the package nor a folder that wraps it says. */
  readonly name: string;
  /** Adds to the package what it lacks, before it is read. */
  readonly complete?: (root: string) => Promise<void>;
}

/** Stores what is in an archive, by way of a draft folder. */
export async function installUnpacked(
  core: RegistryCore,
  { archive, draft, name, complete }: UnpackedArchive,
  installation: SourceInstallation,
): Promise<StoredPackage> {
  const called = sourceText(installation.source);
  const unpacked = join(draft, 'unpacked');
  const unpacking = { to: unpacked, limits: core.settings.limits, signal: installation.signal };
  await unpackArchive(archive, unpacking).catch((error: unknown) => {
    throw spokenOf(error, archive, called);
  });
  core.step('source-unpacked');
  const root = await packageRoot(draft, unpacked, name);
  await complete?.(root);
  return installFolder(core, root, installation).catch((error: unknown) => {
    throw spokenOf(error, root, called);
  });
}

/** Lets `work` use a folder of the registry's own that is gone afterwards. */
export async function withDraft<T>(core: RegistryCore, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = core.paths.draft();
  try {
    await mkdir(draft).catch((error: unknown) => {
      throw unwritable(draft, error);
    });
    return await work(draft);
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

/** Nobody knows the draft of a package, and it is gone when its path would be read: its source is named instead. */
export function spokenOf(error: unknown, place: string, source: string): unknown {
  if (!(error instanceof PackageError) || error.root !== place || place === source) return error;
  const { code, message, path, line, otherPath, limit, items, cause } = error;
  const told = message.replaceAll(place, () => source);
  return new PackageError(code, told, { root: source, path, line, otherPath, limit, items, cause });
}
