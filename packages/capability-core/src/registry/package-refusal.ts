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
