// @ts-check
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleRoot, repositoryRoot } from '../repository.mjs';
import { contentStamp } from './content-stamp.mjs';
import { makeReadable } from './readable-tree.mjs';
import { stampedFolder } from './stamped-folder.mjs';

/** Dependencies of the console that are not bundled into it, because they run as programs of their own. */
const programs = Object.freeze(['@modelcontextprotocol/server-everything']);

const store = join(repositoryRoot, 'node_modules', '.pnpm');

/**
 * A `node_modules` of these programs with all that they depend on, laid out as pnpm lays it out, in the cache.
 *
 * @param {string} cache
 * @returns {string} the folder
 */
export function programPackages(cache) {
  const stamp = contentStamp([join(repositoryRoot, 'pnpm-lock.yaml'), fileURLToPath(import.meta.url)]);
  return stampedFolder(join(cache, 'programs'), stamp, (folder) => {
    const copied = new Set();
    for (const name of programs) {
      const installed = realpathSync(join(consoleRoot, 'node_modules', name));
      copyWithDependencies(installed, folder, copied);
      link(join(folder, name), inFolder(folder, installed));
    }
    makeReadable(folder);
  });
}

/**
 * @param {string} installed a package's folder in pnpm's store
 * @param {string} folder
 * @param {Set<string>} copied
 */
function copyWithDependencies(installed, folder, copied) {
  if (copied.has(installed)) return;
  copied.add(installed);
  cpSync(installed, inFolder(folder, installed), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const beside = join(modulesOf(installed), name);
    // Some are optional; that one of the others is missing would have been the installer's to report.
    if (!existsSync(beside)) continue;
    const dependency = realpathSync(beside);
    copyWithDependencies(dependency, folder, copied);
    link(inFolder(folder, beside), inFolder(folder, dependency));
  }
}

/**
 * The `node_modules` that a package lies in; a name with a scope is two folders deep.
 *
 * @param {string} installed
 */
function modulesOf(installed) {
  const parent = dirname(installed);
  return basename(parent).startsWith('@') ? dirname(parent) : parent;
}

/**
 * @param {string} folder
 * @param {string} path in pnpm's store
 */
function inFolder(folder, path) {
  return join(folder, '.pnpm', relative(store, path));
}

/**
 * @param {string} path
 * @param {string} target
 */
function link(path, target) {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}
