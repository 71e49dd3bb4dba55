// @ts-check
import { accessSync, chmodSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './privileges.mjs';

/**
 * The folder that holds what the set-up fetched and prepared. The administrator's one lies where the unprivileged
 * test user can read it, so never under a home folder.
 *
 * @returns {string}
 */
export function cacheFolder() {
  const folder = process.env['CHANGEOVER_CACHE'] ?? defaultFolder();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const found = lstatSync(folder);
  const foreign = process.getuid !== undefined && found.uid !== process.getuid();
  if (!found.isDirectory() || foreign || (found.mode & 0o022) !== 0) {
    throw new Error(
      `The cache folder ${folder} is refused: others may write to it, and programs are started from it. ` +
        'Remove it, or name another one in CHANGEOVER_CACHE.',
    );
  }
  if (isRoot) chmodSync(folder, 0o755);
  return folder;
}

function defaultFolder() {
  if (!isRoot) return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'changeover');
  try {
    accessSync('/var/cache', constants.W_OK);
    return '/var/cache/changeover';
  } catch {
    return '/var/tmp/changeover';
  }
}
