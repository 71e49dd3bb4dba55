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
  const children = await childrenOf(pid);
  const below = await Promise.all(children.map((child) => descendants(child.pid)));
  return [...children, ...below.flat()];
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

async function childrenOf(pid: number): Promise<readonly { pid: number; command: string }[]> {
  // Each thread has the children that it started itself.
  const threads = await unlessEnded(() => readdir(`/proc/${pid}/task`), []);
  const lists = await Promise.all(
    threads.map((thread) => unlessEnded(() => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8'), '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter((word) => word !== ''));
  return Promise.all(
    children.map(async (child) => {
      const words = await unlessEnded(() => readFile(`/proc/${child}/cmdline`, 'utf8'), '');
      return { pid: Number(child), command: words.replaceAll('\0', ' ').trim() };
    }),
  );
}

/** What the kernel says of a process, or `otherwise` if that has ended meanwhile. */
async function unlessEnded<Told>(ask: () => Promise<Told>, otherwise: Told): Promise<Told> {
  try {
    return await ask();
  } catch {
    return otherwise;
  }
}
