// @ts-check

import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';

/** Whether this process is the system's administrator. */
export const isRoot = process.getuid?.() === 0;

/**
 * How a command is run as the administrator: directly, through a sudo that asks for no password, or not at all.
 *
 * @returns {Promise<readonly string[] | undefined>} what to put before the command
 */
export async function administratorPrefix() {
  if (isRoot) return [];
  const sudo = await run('sudo', ['-n', 'true'], { timeoutMs: limits.quickCommandTimeoutMs });
  return sudo.code === 0 ? ['sudo', '-n'] : undefined;
}
