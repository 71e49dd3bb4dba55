import { readdir, readFile } from 'node:fs/promises';
import { KILL_TIMEOUT_MS } from './limits.js';

/** What the kernel says of a process in `/proc/<pid>/status`, by field. */
export async function processStatus(pid: number): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return new Map(
    text.split('\n').flatMap((line) => {
      const [name, value] = line.split(':\t');
      return name === undefined || value === undefined ? [] : [[name, value.trim()] as const];
    }),
  );
}

/** Whether the process is there and no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    return !(await processStatus(pid)).get('State')?.startsWith('Z');
  } catch {
    return false;
  }
}

/** The processes below `pid`, children before grandchildren, with their command lines. */
export async function descendants(pid: number): Promise<readonly { pid: number; command: string }[]> {
  const children = (await allProcesses()).filter((process) => process.parent === pid);
  const below = await Promise.all(children.map((child) => descendants(child.pid)));
  return [...children.map(({ pid: child, command }) => ({ pid: child, command })), ...below.flat()];
}

/** Kills a process as the power cut would, and waits until it is gone. */
export async function killHard(pid: number): Promise<void> {
  signalHard(pid);
  await gone(pid);
}

/** Kills a process without waiting for its end; one that has ended by itself is no error. */
export function signalHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Waits until a process is gone. */
export async function gone(pid: number): Promise<void> {
  const deadline = Date.now() + KILL_TIMEOUT_MS;
  while (await isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} is still there after ${KILL_TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function allProcesses(): Promise<readonly { pid: number; parent: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const parent = Number((await processStatus(pid)).get('PPid'));
        const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
        return [{ pid, parent, command }];
      } catch {
        // It ended while we looked.
        return [];
      }
    }),
  );
  return found.flat();
}
