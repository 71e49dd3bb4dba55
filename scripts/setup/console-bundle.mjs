// @ts-check
import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentStamp } from './content-stamp.mjs';
import { isRoot } from './privileges.mjs';
import { stampedFolder } from './stamped-folder.mjs';

/**
 * The built console joined with a runtime, as a packaged application is laid out.
 *
 * @typedef {object} ConsoleBundle
 * @property {string} electron the executable under the name `electron`: Electron takes itself for unpackaged
 * @property {string} packaged the same executable under the product's name
 */

/**
 * @param {string} cache
 * @param {string} runtime the folder of an Electron
 * @param {string} app the folder of the built console
 * @returns {ConsoleBundle}
 */
export function consoleBundle(cache, runtime, app) {
  const version = contentStamp([
    ...['version', 'LICENSES.chromium.html'].map((name) => join(runtime, name)),
    fileURLToPath(import.meta.url),
  ]);
  const folder = stampedFolder(join(cache, 'console'), `${basename(app)}-${version}`, (made) => {
    linkTree(runtime, made);
    linkOrCopy(join(made, 'electron'), join(made, 'changeover'));
    // The sandbox starts through this program where the kernel lets no user make a namespace.
    if (isRoot) chmodSync(join(made, 'chrome-sandbox'), 0o4755);
    mkdirSync(join(made, 'resources'), { recursive: true, mode: 0o755 });
    symlinkSync(app, join(made, 'resources', 'app'));
  });
  return { electron: join(folder, 'electron'), packaged: join(folder, 'changeover') };
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
      mkdirSync(target, { mode: 0o755 });
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
    // Another file system, or one without links.
    copyFileSync(source, target);
  }
}
