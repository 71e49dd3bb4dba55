// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A digest of files and folders, by name and content: what it stands for need not be made again while it is the same.
 *
 * @param {readonly string[]} paths
 * @returns {string}
 */
export function contentStamp(paths) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    if (!existsSync(path)) {
      hash.update(`absent ${path}\n`);
    } else if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else {
      const content = readFileSync(path);
      hash.update(`file ${path} ${content.length}\n`).update(content);
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 24);
}
