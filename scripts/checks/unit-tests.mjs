// @ts-check
import { limits } from '../limits.mjs';
import { step } from './step.mjs';
import { countVitest } from './vitest-report.mjs';
import { runVitest } from './vitest-run.mjs';

/** Runs every unit, model and crash test of the workspace. */
export function unitTests() {
  return step('unit and model tests', async () => {
    const { code, output, report } = await runVitest('.', [], { timeoutMs: limits.unitTestTimeoutMs });
    const counts = countVitest(report);
    // A fault outside the tests, as an unhandled rejection, fails the run though each test passed.
    return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1), output };
  });
}
