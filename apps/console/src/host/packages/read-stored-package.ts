import type { PackageFolder as ReadFolder } from '@changeover/capability-core/registry';
import type { PackageVersion } from '../../protocol/generation.js';
import { HostError } from '../errors/host-error.js';
import type { PackageShelf } from './package-shelf.js';
import { readPackage } from './read-package.js';

/**
 * Reads the package that a generation was made of. A package is its content: where the folder has moved, any folder on
 * the shelf with the very same content will do.
 *
 * @throws HostError `package-missing`, `package-changed`
 */
export async function readStoredPackage(
  stored: PackageVersion,
  generation: number,
  shelf: PackageShelf,
  signal: AbortSignal,
): Promise<ReadFolder> {
  try {
    return await readExactly(stored, stored.folder, generation, signal);
  } catch (error) {
    const moved = shelf.folderOf(stored.digest);
    if (moved === null || moved === stored.folder) throw error;
    return readExactly(stored, moved, generation, signal);
  }
}

async function readExactly(
  { name, version, digest }: PackageVersion,
  folder: string,
  generation: number,
  signal: AbortSignal,
): Promise<ReadFolder> {
  const read = await readPackage(folder, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    const message = `The package ${name} ${version} cannot be read at ${folder} any more`;
    throw new HostError('package-missing', message, { package: name, version, folder }, { cause });
  });
  if (read.digest === digest) return read;
  throw new HostError(
    'package-changed',
    `The package ${name} at ${folder} is not what generation ${generation} was made of`,
    { package: name, folder, expected: digest, actual: read.digest },
  );
}
