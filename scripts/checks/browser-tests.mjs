// @ts-check
import { chownSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { isRoot } from '../setup/privileges.mjs';
import { step } from './step.mjs';
import { countVitest } from './vitest-report.mjs';
import { runVitest } from './vitest-run.mjs';

/**
 * Runs the unit and model tests of what works in a browser once more, in Chromium.
 *
 * @param {import('../setup/scenario-environment.mjs').ScenarioEnvironment} environment
 */
export function browserTests(environment) {
  return step('capability-core in Chromium', async () => {
    const profile = mkdtempSync(join(environment.scratch, 'profile-'));
    if (isRoot) chownSync(profile, environment.uid, environment.gid);
    const { code, output, report } = await runVitest(
      'packages/capability-core',
      ['--config', 'vitest.browser.config.ts'],
      {
        env: { CHROMIUM: environment.chromium, CHROMIUM_PROFILE: profile },
        timeoutMs: limits.browserTestTimeoutMs,
      },
    );
    const counts = countVitest(report);
    return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1), output };
  });
}
