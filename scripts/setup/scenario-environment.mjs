// @ts-check
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onEnd } from '../process/interruption.mjs';
import { builtApp } from './built-app.mjs';
import { cacheFolder } from './cache-folder.mjs';
import { consoleBundle } from './console-bundle.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { writeLauncher } from './launchers.mjs';
import { isRoot } from './privileges.mjs';
import { scenarioApp } from './scenario-app.mjs';
import { shippedRuntime, shippedRuntimeFits } from './shipped-runtime.mjs';
import { removeUnused } from './stamped-folder.mjs';
import { BROWSER, installElectronLibraries, installTestPrograms, programPath } from './system-libraries.mjs';
import { consoleUser } from './unprivileged-user.mjs';

/**
 * All that the scenarios need to know of the machine. They read it, with the displays of their run, from the variable
 * `CHANGEOVER_E2E`.
 *
 * @typedef {object} ScenarioEnvironment
 * @property {string} electron starts the console from an executable named `electron`
 * @property {string} packaged starts it from one under the product's name
 * @property {string} chromium starts the browser
 * @property {string} node starts Electron's Node, when ELECTRON_RUN_AS_NODE is set
 * @property {string} app the folder of the built console
 * @property {string} scratch where the scenarios make their folders
 * @property {number} uid who runs all of that
 * @property {number} gid
 */

/**
 * Fetches and prepares what the scenarios run on. The workspace need not be installed or built for this.
 *
 * @typedef {object} Machine
 * @property {string} runtime the folder of the Electron that the scenarios drive
 * @property {string} oldest the folder of the oldest Electron that the console supports, where it can be had
 * @property {string} cache
 * @property {import('./unprivileged-user.mjs').ConsoleUser} user
 *
 * @returns {Promise<Machine>}
 */
export async function prepareMachine() {
  const cache = cacheFolder();
  const [runtime] = await Promise.all([electronRuntime(cache), installTestPrograms()]);
  if ('missing' in runtime)
    throw new Error(`The scenarios need an Electron, and there is none: ${runtime.missing}`);
  await installElectronLibraries(join(runtime.folder, 'electron'));
  const oldest = shippedRuntimeFits ? await shippedRuntime(cache) : runtime.folder;
  return { runtime: runtime.folder, oldest, cache, user: await consoleUser() };
}

/**
 * Lays out the built console for the scenarios.
 *
 * @param {Omit<Machine, 'oldest'>} machine
 * @returns {ScenarioEnvironment}
 */
export function scenarioEnvironment({ runtime, cache, user }) {
  const app = builtApp(cache);
  const bundle = consoleBundle(cache, runtime, scenarioApp(cache, app));
  mkdirSync(join(cache, 'runs'), { recursive: true, mode: 0o755 });
  removeUnused(join(cache, 'runs'));
  const run = mkdtempSync(join(cache, 'runs', 'run-'));
  onEnd(() => rmSync(run, { recursive: true, force: true }));
  chmodSync(run, 0o755);
  const scratch = join(run, 'scratch');
  mkdirSync(scratch, { mode: 0o755 });
  if (isRoot) chownSync(scratch, user.uid, user.gid);
  const launcher = (/** @type {string} */ name, /** @type {string} */ program) =>
    writeLauncher(join(run, 'launchers'), name, user, program);
  return {
    electron: launcher('electron', bundle.electron),
    packaged: launcher('changeover', bundle.packaged),
    node: launcher('electron-node', bundle.electron),
    chromium: launcher('chromium', programPath(BROWSER) ?? BROWSER),
    app,
    scratch,
    uid: user.uid,
    gid: user.gid,
  };
}
