import { messageOf } from '../lifecycle/bounded-message.js';
import { PackageError } from './package-error.js';

/** The refusal of a package whose files are no longer those that were read. */
export function changedOnDisk(root: string, path: string | undefined, cause?: unknown): PackageError {
  const what = path === undefined ? 'its files' : path;
  return new PackageError(
    'changed-on-disk',
    `The package ${root} changed since it was read (${what}); read it again and plan the batch anew.`,
    { root, path, cause },
  );
}

/** The refusal of a package of which something cannot be read. */
export function unreadable(root: string, path: string | undefined, cause: unknown): PackageError {
  const what = path === undefined || path === '' ? root : `${path} of the package ${root}`;
  return new PackageError('unreadable', `${what} cannot be read (${messageOf(cause)}).`, {
    root,
    path,
    cause,
  });
}

/** The refusal of a change that cannot be written to the registry's disk. */
export function unwritable(root: string, cause: unknown): PackageError {
  const reason = messageOf(cause);
  return new PackageError(
    'unwritable',
    `${root} cannot be written (${reason}); see to its rights and to the space on its disk.`,
    { root, cause },
  );
}

/** What is thrown when whoever asked no longer wants it. */
export function cancelled(root: string, what: string): PackageError {
  return new PackageError('cancelled', `${what} was cancelled.`, { root });
}

/** What is thrown for stored bytes that are not those that were stored. */
export function contentDamaged(
  root: string,
  path: string | undefined,
  reason: string,
  cause?: unknown,
): PackageError {
  const what = path === undefined ? root : `${path} of ${root}`;
  return new PackageError(
    'content-damaged',
    `${what} is damaged: ${reason}. Install the package again from its source to repair it.`,
    { root, path, cause },
  );
}
