// @ts-check
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lets every user read a folder with all that is in it, whatever the umask was when it was written.
 *
 * @param {string} path
 */
export function makeReadable(path) {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}
