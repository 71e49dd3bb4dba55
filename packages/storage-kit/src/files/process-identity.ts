import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { hasCode } from './node-file-layer.js';

/** Names one process for good: a number alone is given to another process later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as its system tells it; absent where it does not. */
  readonly startedAt?: string;
}

/** Knows the processes of this machine. */
export interface ProcessTable {
  self(): Promise<ProcessIdentity>;
  /** Whether that very process may still run. One of another host always may: it cannot be seen from here. */
  mayRun(identity: ProcessIdentity): Promise<boolean>;
}

/** What a system tells of a process by its number alone. */
export interface SystemView {
  readonly exists: (pid: number) => boolean;
  /** Undefined where it cannot be told, as for a process that has just ended. */
  readonly startOf: (pid: number) => Promise<string | undefined>;
}

export function processTable({ exists, startOf }: SystemView): ProcessTable {
  return {
    async self() {
      const startedAt = await startOf(process.pid);
      return { pid: process.pid, host: hostname(), ...(startedAt === undefined ? {} : { startedAt }) };
    },
    async mayRun({ pid, host, startedAt }) {
      if (host !== hostname()) return true;
      if (!exists(pid)) return false;
      const start = await startOf(pid);
      // It may have ended between the two questions: then its start is not told, and it must not hold anything.
      if (start === undefined) return exists(pid);
      return startedAt === undefined ? start !== defunct : start === startedAt;
    },
  };
}

/** What {@link startOf} says of a process that is dead but not yet collected by its parent. */
const defunct = 'defunct';
const psTimeoutMs = 2000;

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return !hasCode(error, 'ESRCH');
  }
}

async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

/** Ticks since the boot, which the boot's own id makes unique. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold anything; the third is the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? defunct : `${boot.trim()}:${fields[19]}`;
  } catch {
    // Not readable, so not known: the caller then goes by the number alone.
    return undefined;
  }
}

async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
      timeout: psTimeoutMs,
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}

/** The processes of this machine. */
export const systemProcesses: ProcessTable = processTable({ exists, startOf });
