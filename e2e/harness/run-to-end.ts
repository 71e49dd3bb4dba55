import { execFile } from 'node:child_process';
import { START_TIMEOUT_MS } from './limits.js';

/** Runs a program that is expected to end by itself soon. */
export function runToEnd(
  program: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { timeout: START_TIMEOUT_MS }, (_error, stdout, stderr) =>
      // A failure is what the caller asks about; one without an exit code was ended by a signal.
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
