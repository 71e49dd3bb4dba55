// @ts-check
import { join } from 'node:path';
import { consoleBundle } from '../setup/console-bundle.mjs';
import { electronRuntime } from '../setup/electron-runtime.mjs';
import { installElectronLibraries } from '../setup/system-libraries.mjs';
import { attend } from './attended-program.mjs';

/** What Electron says when it cannot open a window at all, and what that means. */
const refusals = Object.freeze([
  {
    pattern: /Missing X server|cannot open display|Unable to open X display|Authorization required/,
    reason: (/** @type {string} */ name) =>
      `the display ${process.env['DISPLAY']} does not admit the user ${name} (\`xhost +si:localuser:${name}\` would admit them)`,
  },
  {
    pattern: /SUID sandbox helper binary was found, but is not configured|No usable sandbox/,
    reason: () => 'this system lets Chromium’s sandbox not start for this user, and it is not turned off',
  },
]);

/**
 * Finds out whether a window can be opened, and with which Electron.
 *
 * @param {string} cache
 * @returns {Promise<{ runtime: string } | { reason: string }>}
 */
export async function windowRuntime(cache) {
  if (!process.env['DISPLAY']) return { reason: 'there is no display (DISPLAY is not set)' };
  const runtime = await electronRuntime(cache);
  if ('missing' in runtime) return { reason: `there is no Electron: ${runtime.missing}` };
  try {
    await installElectronLibraries(join(runtime.folder, 'electron'));
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
  return { runtime: runtime.folder };
}

/**
 * Runs the console in its window until that is closed.
 *
 * @param {{ cache: string, runtime: string, app: string, data: string }} place
 * @param {import('../setup/unprivileged-user.mjs').ConsoleUser} user
 * @returns {Promise<{ code: number } | { reason: string }>} `reason` says why no window could be opened
 */
export async function runWindow({ cache, runtime, app, data }, user) {
  const { electron } = consoleBundle(cache, runtime, app);
  const outcome = await attend([...user.prefix, electron, `--user-data-dir=${data}`], {});
  const refusal = refusals.find(({ pattern }) => pattern.test(outcome.lastWords));
  if (outcome.code === 0 || outcome.wasReady || refusal === undefined) return { code: outcome.code };
  return { reason: refusal.reason(user.name) };
}
