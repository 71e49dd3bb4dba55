import { DEFAULT_MCP_LIMITS, GROUP_POLL_INTERVAL_MS } from './limits.js';
import { livingGroupMembers, processStartTime } from './process-table.js';

/** What became of a recorded process group. */
export type RecordedGroupOutcome =
  /** No process of the group is alive any more. */
  | { readonly outcome: 'ended' }
  /** The recorded process is gone. Others of its group cannot be told from strangers and are left alone. */
  | { readonly outcome: 'not-running'; readonly survivors: readonly number[] }
  /** The process id belongs to another process by now; it is left alone. */
  | { readonly outcome: 'other-process' }
  /** The record or the platform tells no start time, so nothing can be ended safely. */
  | { readonly outcome: 'unsupported' }
  /** Processes are alive even after SIGKILL. */
  | { readonly outcome: 'not-ended'; readonly survivors: readonly number[] };

/**
 * Ends the process group of a server whose host was killed: SIGTERM, then SIGKILL, each bounded. It acts only if the
 * process with the recorded id also has the recorded start time, since ids are used again. Start times are known
 * on Linux (`/proc`) and macOS (`ps`); elsewhere the outcome is `unsupported` and nothing is touched.
 *
 * @param record What `McpObserver.processStarted` reported.
 */
export async function endRecordedProcessGroup(
  record: { readonly pid: number; readonly startTime: string | null },
  limits: { readonly terminateGraceMs: number; readonly killGraceMs: number } = DEFAULT_MCP_LIMITS,
): Promise<RecordedGroupOutcome> {
  const { pid, startTime } = record;
  if (startTime === null || !supported()) return { outcome: 'unsupported' };
  const actual = await processStartTime(pid);
  if (actual === null) return { outcome: 'not-running', survivors: await livingGroupMembers(pid) };
  if (actual !== startTime) return { outcome: 'other-process' };
  signalGroup(pid, 'SIGTERM');
  if ((await survivorsAfter(pid, limits.terminateGraceMs)).length === 0) return { outcome: 'ended' };
  signalGroup(pid, 'SIGKILL');
  const survivors = await survivorsAfter(pid, limits.killGraceMs);
  return survivors.length === 0 ? { outcome: 'ended' } : { outcome: 'not-ended', survivors };
}

function supported(): boolean {
  return process.platform === 'linux' || process.platform === 'darwin';
}

function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Gone meanwhile, or not ours to signal: the look at the process table that follows tells which.
  }
}

async function survivorsAfter(group: number, boundMs: number): Promise<readonly number[]> {
  const deadline = performance.now() + boundMs;
  for (;;) {
    const survivors = await livingGroupMembers(group);
    if (survivors.length === 0 || performance.now() >= deadline) return survivors;
    await new Promise((resolve) => setTimeout(resolve, GROUP_POLL_INTERVAL_MS));
  }
}
