// @ts-check
import { join, resolve } from 'node:path';
import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';
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
  const [command, ...args] = [...user.prefix, 'mkdir', '-m', '700', '-p', folder];
  const { code, output } = await run(command, args, { timeoutMs: limits.quickCommandTimeoutMs });
  if (code !== 0) {
    throw new Error(
      `The user ${user.name}, who runs the console, cannot make the data folder ${folder}: ${output.trim()}. ` +
        'Name a folder with --data that this user can write to.',
    );
  }
  return folder;
}

/** @param {string} home */
function defaultFolder(home) {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Changeover');
  // The administrator's settings are not those of the user who runs the console.
  const settings = isRoot ? undefined : process.env['XDG_CONFIG_HOME'];
  return join(settings ?? join(home, '.config'), 'changeover');
}
