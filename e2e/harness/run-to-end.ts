import { execFile } from 'node:child_process';
import { START_TIMEOUT_MS } from './limits.js';

export interface RunOptions {
  readonly cwd?: string;
  /** After which it is ended, in milliseconds. */
  readonly timeout?: number;
}

/** Runs a program that is expected to end by itself soon. */
export function runToEnd(
  program: string,
  args: readonly string[],
  { cwd, timeout = START_TIMEOUT_MS }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { cwd, timeout }, (_error, stdout, stderr) =>
      // A failure is what the caller asks about; one without an exit code was ended by a signal.
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
