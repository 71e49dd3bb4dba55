import { posix } from 'node:path';
import { utf8Length } from '../../identity/text-rules.js';
import { MAX_ENTRY_NAME_BYTES } from '../limits.js';
import type { PackageError } from '../package-error.js';
import { refusedEntry } from './archive-refusal.js';

const MISLEADING = /[\p{Cc}\\\uFFFD]/u;
const DRIVE = /^[A-Za-z]:/;
/** Names that Windows gives to devices, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:[.:].*)?$/i;

/**
 * The names on the way to an entry, the root's left out.
 *
 * @throws {PackageError} `entry-outside` or `unsafe-name`
 */
export function entryNames(archive: string, path: string): readonly string[] {
  const refused = (code: PackageError['code'], reason: string) => refusedEntry(code, archive, path, reason);
  if (path.startsWith('/')) throw refused('entry-outside', 'is an absolute path');
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  for (const name of names) {
    if (name === '..') throw refused('entry-outside', 'leads out of the archive');
    if (DRIVE.test(name)) throw refused('entry-outside', 'names a drive');
    if (MISLEADING.test(name)) {
      throw refused(
        'unsafe-name',
        'has a control character, a backslash or bytes that are no UTF-8 in its name',
      );
    }
    if (DEVICE.test(name)) throw refused('unsafe-name', 'has the name of a device');
    if (utf8Length(name) > MAX_ENTRY_NAME_BYTES) {
      throw refused('unsafe-name', `has a name of more than ${MAX_ENTRY_NAME_BYTES} bytes`);
    }
  }
  return names;
}

/**
 * Checks where a symbolic link leads, as far as its text tells; what it leads to is looked at once it is unpacked.
 *
 * @throws {PackageError} `link-outside` or `unsafe-name`
 */
export function checkLinkTarget(archive: string, path: string, target: string): void {
  if (target === '' || MISLEADING.test(target)) {
    throw refusedEntry('unsafe-name', archive, path, 'is a link to a name that is empty or misleads');
  }
  const inside = posix.join(posix.dirname(path), target);
  if (target.startsWith('/') || DRIVE.test(target) || inside === '..' || inside.startsWith('../')) {
    throw refusedEntry('link-outside', archive, path, 'is a link that leaves the archive');
  }
}
