// @ts-check
import { limits } from '../limits.mjs';
import { coverageCheck } from './covered/coverage-check.mjs';
import { step } from './step.mjs';
import { countVitest } from './vitest-report.mjs';
import { runVitest } from './vitest-run.mjs';

/**
 * Runs every unit, model and crash test of the workspace, and says how many of its lines they ran.
 *
 * @returns {Promise<import('./step.mjs').StepResult[]>}
 */
export async function unitTests() {
  /** @type {import('./covered/coverage-check.mjs').CoverageSummary | undefined} */
  let summary;
  const tested = await step('unit and model tests', async () => {
    const { code, output, report, coverage } = await runVitest('.', [], {
      timeoutMs: limits.unitTestTimeoutMs,
      coverage: true,
    });
    summary = coverage;
    const counts = countVitest(report);
    // A fault outside the tests, as an unhandled rejection, fails the run though each test passed.
    return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1), output };
  });
  return [tested, await coverageCheck(summary)];
}
