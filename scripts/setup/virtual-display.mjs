// @ts-check
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { limits } from '../limits.mjs';
import { launch } from '../process/child-processes.mjs';
import { isRoot } from './privileges.mjs';

/**
 * Starts a display of this run's own, on a number that is free. It belongs to the user who runs the console and
 * admits no other; it ends with the command.
 *
 * @param {import('./unprivileged-user.mjs').ConsoleUser} user
 * @returns {Promise<{ name: string, process: import('node:child_process').ChildProcess }>} `name` is for DISPLAY
 */
export async function startVirtualDisplay(user) {
  // Only the administrator may make the folder of the sockets; Xvfb runs as somebody else.
  if (isRoot) openSocketFolder('/tmp/.X11-unix');
  const words = ['Xvfb', '-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp', '-noreset'];
  const [command = '', ...args] = [...user.prefix, ...words];
  const xvfb = launch(command, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const number = await new Promise((resolve, reject) => {
    let complaint = '';
    const timer = setTimeout(
      () => reject(new Error(`Xvfb named no display within ${limits.displayTimeoutMs} ms\n${complaint}`)),
      limits.displayTimeoutMs,
    );
    xvfb.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
      complaint = (complaint + chunk.toString()).slice(-4_096);
    });
    xvfb.stdio[3]?.once('data', (/** @type {Buffer} */ chunk) => {
      clearTimeout(timer);
      resolve(chunk.toString().trim());
    });
    xvfb.once('error', reject);
    xvfb.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Xvfb ended with code ${code}\n${complaint}`));
    });
  });
  return { name: `:${number}`, process: xvfb };
}

/**
 * Makes a folder that every user may put sockets into. Its parent is everybody's, so what lies there already may be a
 * link that somebody else has made to a folder of the system.
 *
 * @param {string} folder
 */
export function openSocketFolder(folder) {
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(
      `${folder} is refused: it is no folder of the administrator's. Remove it, then try again.`,
    );
  }
  chmodSync(folder, 0o1777);
}
