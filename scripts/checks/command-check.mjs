// @ts-check
import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';
import { repositoryRoot } from '../repository.mjs';
import { step } from './step.mjs';

/**
 * A check that a program makes: its exit code is the verdict.
 *
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 */
export function commandCheck(name, command, args) {
  return step(name, async () => {
    const { code, output } = await run(command, args, {
      cwd: repositoryRoot,
      timeoutMs: limits.checkTimeoutMs,
    });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  });
}
