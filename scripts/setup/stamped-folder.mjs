// @ts-check
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** What nobody used for so long was made of a state of the sources that is gone. */
const keepUnusedMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * A folder that is made once for each state of what it is made of, and then only used. Runs side by side may make the
 * same one: none ever sees a half of it.
 *
 * @param {string} parent
 * @param {string} stamp the state that it is made of
 * @param {(folder: string) => void} make fills the empty folder
 * @returns {string} the folder
 */
export function stampedFolder(parent, stamp, make) {
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const folder = join(parent, stamp);
  if (!existsSync(folder)) {
    removeUnused(parent);
    const work = mkdtempSync(join(parent, 'making-'));
    chmodSync(work, 0o755);
    make(work);
    publish(work, folder);
  }
  markUsed(folder);
  // A console may run for weeks.
  setInterval(() => markUsed(folder), keepUnusedMs / 7).unref();
  return folder;
}

/** @param {string} folder */
function markUsed(folder) {
  utimesSync(folder, new Date(), new Date());
}

/**
 * Gives a finished folder its name.
 *
 * @param {string} work
 * @param {string} folder
 */
export function publish(work, folder) {
  try {
    renameSync(work, folder);
  } catch (error) {
    rmSync(work, { recursive: true });
    // Another run has just made the same.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Removes what nobody used for long, as what an interrupted run left behind.
 *
 * @param {string} parent
 */
export function removeUnused(parent) {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (Date.now() - statSync(folder).mtimeMs > keepUnusedMs)
      rmSync(folder, { recursive: true, force: true });
  }
}
