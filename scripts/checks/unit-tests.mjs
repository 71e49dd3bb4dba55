// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';
import { repositoryRoot } from '../repository.mjs';
import { step } from './step.mjs';
import { countVitest } from './vitest-report.mjs';

/** Runs every unit, model and crash test of the workspace. */
export function unitTests() {
  return step('unit and model tests', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'changeover-tests-'));
    try {
      const report = join(folder, 'vitest.json');
      const { code, output } = await run(
        'node_modules/.bin/vitest',
        ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
        { cwd: repositoryRoot, timeoutMs: limits.unitTestTimeoutMs },
      );
      const counts = countVitest(readFileSync(report, 'utf8'));
      // A fault outside the tests, as an unhandled rejection, fails the run though each test passed.
      return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1), output };
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
