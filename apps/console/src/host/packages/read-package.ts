import { type PackageFolder as ReadFolder, readPackageFolder } from '@changeover/capability-core/registry';
import type { PackageFolder } from '../../protocol/capability-package.js';
import type { PackageVersion } from '../../protocol/generation.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import { PACKAGE_READ_TIMEOUT_MS } from '../limits.js';
import { PACKAGE_VARIABLES } from './package-variables.js';

/**
 * Reads a folder as a capability package, within a bound. Nothing of it is executed.
 *
 * @throws PackageError for a folder that is none; HostError `package-read-timeout`; the signal's reason.
 */
export async function readPackage(
  folder: string,
  options: { readonly signal: AbortSignal },
): Promise<ReadFolder> {
  const timeout = AbortSignal.timeout(PACKAGE_READ_TIMEOUT_MS);
  try {
    return await readPackageFolder(folder, {
      signal: AbortSignal.any([options.signal, timeout]),
      variables: PACKAGE_VARIABLES,
    });
  } catch (cause) {
    options.signal.throwIfAborted();
    if (!timeout.aborted) throw cause;
    const message = `The folder ${folder} could not be read within ${PACKAGE_READ_TIMEOUT_MS} ms`;
    throw new HostError('package-read-timeout', message, { folder }, { cause });
  }
}

/** A package as pages see it. */
export function shownPackage(read: ReadFolder): PackageFolder {
  return {
    folder: read.root,
    name: read.name,
    version: read.version,
    digest: read.digest,
    items: read.items.map(({ kind, name, path, outcome, diagnostics }) => ({
      kind,
      name,
      path,
      outcome,
      diagnostics: diagnostics.map((found) => ({
        path: found.path,
        line: found.line ?? null,
        reason: found.reason,
      })),
    })),
    problem: null,
  };
}

/** A folder that cannot be used, and why. */
export function unusablePackage(folder: string, error: unknown): PackageFolder {
  return { folder, name: '', version: '', digest: null, items: [], problem: reportOfError(error) };
}

/** A package as a generation names it. */
export function packageVersionOf({ name, version, digest, root }: ReadFolder): PackageVersion {
  return { name, version, digest, folder: root };
}
