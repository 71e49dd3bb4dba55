// @ts-check
import { join, resolve } from 'node:path';
import { limits } from '../limits.mjs';
import { runOrThrow } from '../process/child-processes.mjs';
import { isRoot } from '../setup/privileges.mjs';

/**
 * The folder that holds what outlives a run, the same for a window and for the served page. It belongs to the user who
 * runs the console.
 *
 * @param {import('../setup/unprivileged-user.mjs').ConsoleUser} user
 * @param {string | undefined} named by the caller
 * @returns {Promise<string>}
 */
export async function dataFolder(user, named) {
  const folder = named === undefined ? defaultFolder(user.home) : resolve(named);
  const [command, ...args] = [...user.prefix, 'mkdir', '-p', folder];
  await runOrThrow(`Making the data folder as ${user.name}`, command, args, {
    timeoutMs: limits.quickCommandTimeoutMs,
  });
  return folder;
}

/** @param {string} home */
function defaultFolder(home) {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Changeover');
  // The administrator's settings are not those of the user who runs the console.
  const settings = isRoot ? undefined : process.env['XDG_CONFIG_HOME'];
  return join(settings ?? join(home, '.config'), 'changeover');
}
