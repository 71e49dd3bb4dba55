// @ts-check
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';
import { consoleBundle } from '../setup/console-bundle.mjs';
import { electronRuntime } from '../setup/electron-runtime.mjs';
import { attend } from './attended-program.mjs';

/**
 * Serves the console on loopback until it is stopped.
 *
 * @param {{ cache: string, app: string, data: string, port: string }} place
 * @param {import('../setup/unprivileged-user.mjs').ConsoleUser} user
 * @returns {Promise<number>} the exit code
 */
export async function servePage({ cache, app, data, port }, user) {
  const server = join(app, 'out', 'main', 'server.cjs');
  const node = await nodeFor(cache, app, user);
  const args = [server, '--data', data, '--demo', join(app, 'demo'), '--port', port];
  const { code } = await attend([...user.prefix, node.program, ...args], node.env);
  return code;
}

/**
 * A Node that the user can execute: this one, unless it lies in the administrator's home; else Electron's.
 *
 * @param {string} cache
 * @param {string} app
 * @param {import('../setup/unprivileged-user.mjs').ConsoleUser} user
 * @returns {Promise<{ program: string, env: NodeJS.ProcessEnv }>}
 */
async function nodeFor(cache, app, user) {
  const [command, ...args] = [...user.prefix, process.execPath, '--version'];
  const own = await run(command, args, { timeoutMs: limits.quickCommandTimeoutMs });
  if (own.code === 0) return { program: process.execPath, env: {} };
  const runtime = await electronRuntime(cache);
  if ('missing' in runtime) {
    throw new Error(
      `The user ${user.name} cannot execute ${process.execPath}, and there is no Electron: ${runtime.missing}. ` +
        'Install Node where every user can execute it.',
    );
  }
  const { electron } = consoleBundle(cache, runtime.folder, app);
  return { program: electron, env: { ELECTRON_RUN_AS_NODE: '1' } };
}
