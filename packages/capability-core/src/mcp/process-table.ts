import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { PROCESS_TABLE_TIMEOUT_MS } from './limits.js';

/** One line of the process table, as far as process groups are concerned. */
interface ProcessEntry {
  readonly pid: number;
  readonly group: number;
  readonly zombie: boolean;
  readonly startTicks: string;
}

/**
 * The start time of a process, in a notation that two processes with the same id never share: clock ticks since
 * a named boot on Linux, `ps`'s `lstart` on macOS. `null` when the process is gone or the platform tells none.
 *
 * On Linux the answer is read before this function returns its promise, so that even a child that dies at once
 * is still in the table (as a zombie that the event loop has not collected).
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStartTime(pid);
  if (process.platform === 'darwin') {
    const started = (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).trim();
    return started === '' ? null : `darwin:${started}`;
  }
  return null;
}

/**
 * Process ids of a group that are alive. Zombies do not count: they hold nothing and wait only for a parent that
 * may never collect them.
 */
export async function livingGroupMembers(group: number): Promise<readonly number[]> {
  if (!groupExists(group)) return [];
  const entries = process.platform === 'linux' ? await linuxProcesses() : await psProcesses();
  return entries.filter((entry) => entry.group === group && !entry.zombie).map((entry) => entry.pid);
}

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    // EPERM: there are members, of another user or (on macOS) only zombies; the table decides.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function linuxStartTime(pid: number): string | null {
  try {
    const entry = parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return entry === null ? null : `linux:${boot}:${entry.startTicks}`;
  } catch {
    return null; // no such process, or no /proc
  }
}

async function linuxProcesses(): Promise<readonly ProcessEntry[]> {
  const names = await readdir('/proc');
  const entries = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        try {
          return parseStat(await readFile(`/proc/${pid}/stat`, 'latin1'));
        } catch {
          return null; // ended between the listing and the read
        }
      }),
  );
  return entries.filter((entry) => entry !== null);
}

/** `/proc/<pid>/stat`: the command in parentheses may hold anything, so fields are counted from its last one. */
function parseStat(stat: string): ProcessEntry | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const startTicks = fields[19];
  if (state === undefined || group === undefined || startTicks === undefined) return null;
  return { pid: Number.parseInt(stat, 10), group: Number(group), zombie: /[ZXx]/.test(state), startTicks };
}

async function psProcesses(): Promise<readonly ProcessEntry[]> {
  const table = await run('ps', ['-A', '-o', 'pid=,pgid=,stat=']);
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 3)
    .map(([pid, group, state = '']) => ({
      pid: Number(pid),
      group: Number(group),
      zombie: state.startsWith('Z'),
      startTicks: '',
    }));
}

/** Standard output of a short program; empty when it fails, as `ps` does for an unknown process. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: PROCESS_TABLE_TIMEOUT_MS, encoding: 'utf8' }, (_error, stdout) => {
      resolve(stdout);
    });
  });
}
