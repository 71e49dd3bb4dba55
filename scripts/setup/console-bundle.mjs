// @ts-check
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleRoot } from '../repository.mjs';
import { contentStamp } from './content-stamp.mjs';
import { isRoot } from './privileges.mjs';

/**
 * The built console joined with a runtime, as a packaged application is laid out. It lies in the cache, where the
 * user who runs it can read it wherever the repository is.
 *
 * @typedef {object} ConsoleBundle
 * @property {string} app the folder of the built console
 * @property {string} electron the executable under the name `electron`: Electron takes itself for unpackaged
 * @property {string} packaged the same executable under the product's name
 */

const builtFolders = Object.freeze(['out', 'demo']);
/** A bundle that nobody used for so long is of a state of the sources that is gone. */
const keepUnusedMs = 24 * 60 * 60 * 1_000;

/**
 * Lays out the console of this state of the sources; does nothing while neither it nor the runtime has changed.
 *
 * @param {string} cache
 * @param {string} runtime the folder of an Electron
 * @returns {ConsoleBundle}
 */
export function consoleBundle(cache, runtime) {
  const bundles = join(cache, 'console');
  mkdirSync(bundles, { recursive: true, mode: 0o755 });
  const stamp = contentStamp([
    ...builtFolders.map((name) => join(consoleRoot, name)),
    join(consoleRoot, 'package.json'),
    join(runtime, 'LICENSE.electron.txt'),
    join(runtime, 'version'),
    fileURLToPath(import.meta.url),
  ]);
  const folder = join(bundles, stamp);
  if (!existsSync(folder)) {
    removeUnused(bundles);
    const work = mkdtempSync(join(bundles, 'making-'));
    layOut(work, runtime);
    publish(work, folder);
  }
  utimesSync(folder, new Date(), new Date());
  return {
    app: join(folder, 'resources', 'app'),
    electron: join(folder, 'electron'),
    packaged: join(folder, 'changeover'),
  };
}

/**
 * @param {string} folder
 * @param {string} runtime
 */
function layOut(folder, runtime) {
  chmodSync(folder, 0o755);
  linkTree(runtime, folder);
  linkOrCopy(join(folder, 'electron'), join(folder, 'changeover'));
  if (isRoot) chmodSync(join(folder, 'chrome-sandbox'), 0o4755);

  const app = join(folder, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  for (const name of builtFolders) {
    const built = join(consoleRoot, name);
    if (existsSync(built)) cpSync(built, join(app, name), { recursive: true });
  }
  const { version } = JSON.parse(readFileSync(join(consoleRoot, 'package.json'), 'utf8'));
  const manifest = { name: 'changeover', productName: 'Changeover', version, main: 'out/main/index.cjs' };
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
  makeReadable(app);
}

/**
 * @param {string} work
 * @param {string} folder
 */
function publish(work, folder) {
  try {
    renameSync(work, folder);
  } catch (error) {
    rmSync(work, { recursive: true });
    // Another run has just laid out the same.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkTree(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      mkdirSync(target, { mode: 0o755, recursive: true });
      linkTree(source, target);
    } else if (entry.name === 'chrome-sandbox') {
      // Its owner and mode are changed, which must not reach the runtime it was taken from.
      copyFileSync(source, target);
    } else if (entry.name !== 'default_app.asar') {
      linkOrCopy(source, target);
    }
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** @param {string} path */
function makeReadable(path) {
  const found = statSync(path);
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/** @param {string} bundles */
function removeUnused(bundles) {
  for (const name of readdirSync(bundles)) {
    const folder = join(bundles, name);
    if (Date.now() - statSync(folder).mtimeMs > keepUnusedMs)
      rmSync(folder, { recursive: true, force: true });
  }
}
