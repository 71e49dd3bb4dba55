// @ts-check
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleRoot } from '../repository.mjs';
import { contentStamp } from './content-stamp.mjs';
import { makeReadable } from './readable-tree.mjs';
import { stampedFolder } from './stamped-folder.mjs';

const builtFolders = Object.freeze(['out', 'demo']);

/**
 * The built console with the demonstration project, as an application's folder. It lies in the cache, where the user who
 * runs it can read it wherever the repository is.
 *
 * @param {string} cache
 * @returns {string} the folder
 */
export function builtApp(cache) {
  const sources = [...builtFolders, 'package.json'].map((name) => join(consoleRoot, name));
  const stamp = contentStamp([...sources, fileURLToPath(import.meta.url)]);
  return stampedFolder(join(cache, 'app'), stamp, (folder) => {
    for (const name of builtFolders) {
      const built = join(consoleRoot, name);
      if (existsSync(built)) cpSync(built, join(folder, name), { recursive: true });
    }
    const { version } = JSON.parse(readFileSync(join(consoleRoot, 'package.json'), 'utf8'));
    const manifest = { name: 'changeover', productName: 'Changeover', version, main: 'out/main/index.cjs' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    makeReadable(folder);
  });
}
