import { boundedMessage, messageOf } from '../../lifecycle/bounded-message.js';
import { PackageError, type PackageErrorCode, type PackageErrorDetails } from '../package-error.js';

/** The refusal of an archive for one of its entries. */
export function refusedEntry(
  code: PackageErrorCode,
  archive: string,
  entry: string,
  reason: string,
  more: Pick<PackageErrorDetails, 'otherPath' | 'limit'> = {},
): PackageError {
  const path = boundedMessage(entry, entry);
  return new PackageError(code, `${JSON.stringify(path)} of ${archive} ${reason}. The archive is refused.`, {
    root: archive,
    path,
    ...more,
  });
}

/** The refusal of an archive whose bytes are not those of one. */
export function corruptArchive(archive: string, path: string | undefined, cause: unknown): PackageError {
  const what = path === undefined ? archive : `${JSON.stringify(path)} of ${archive}`;
  return new PackageError(
    'corrupt-archive',
    `${what} cannot be unpacked (${messageOf(cause)}). Get the archive anew, or make it again.`,
    { root: archive, path, cause },
  );
}

/** The refusal of a file that is no archive of a kind that is read. */
export function unsupportedArchive(archive: string): PackageError {
  return new PackageError(
    'unsupported-archive',
    `${archive} is neither a folder nor a .tgz or .zip archive; choose one of these.`,
    { root: archive },
  );
}
