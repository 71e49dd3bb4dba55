// @ts-check
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { e2eRoot } from '../repository.mjs';
import { contentStamp } from './content-stamp.mjs';
import { makeReadable } from './readable-tree.mjs';
import { stampedFolder } from './stamped-folder.mjs';

const heldEntry = join(e2eRoot, 'harness', 'held-entry.cjs');

/**
 * The built console behind an entry that lets its driver attach first.
 *
 * @param {string} cache
 * @param {string} app the folder of the built console
 * @returns {string} the folder
 */
export function scenarioApp(cache, app) {
  const stamp = `${basename(app)}-${contentStamp([heldEntry, fileURLToPath(import.meta.url)])}`;
  return stampedFolder(join(cache, 'scenario-app'), stamp, (folder) => {
    for (const name of ['out', 'demo']) symlinkSync(join(app, name), join(folder, name));
    copyFileSync(heldEntry, join(folder, 'entry.cjs'));
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, main: 'entry.cjs' }));
    makeReadable(folder);
  });
}
