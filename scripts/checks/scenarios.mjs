// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { end, run } from '../process/child-processes.mjs';
import { e2eRoot } from '../repository.mjs';
import { startVirtualDisplay } from '../setup/virtual-display.mjs';
import { countPlaywright } from './playwright-report.mjs';
import { step } from './step.mjs';
import { workers } from './workers.mjs';

/**
 * Runs the end-to-end scenarios on displays of their own, and shows them as they go.
 *
 * @param {import('../setup/scenario-environment.mjs').ScenarioEnvironment} environment
 * @param {import('../setup/unprivileged-user.mjs').ConsoleUser} user
 * @param {readonly string[]} [selection] names of files; all when empty
 */
export function scenarios(environment, user, selection = []) {
  return step('scenarios', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'changeover-scenarios-'));
    /** @type {Awaited<ReturnType<typeof startVirtualDisplay>>[]} */
    const displays = [];
    try {
      while (displays.length < workers) displays.push(await startVirtualDisplay(user));
      const report = join(folder, 'playwright.json');
      const { code } = await run(
        process.execPath,
        ['node_modules/@playwright/test/cli.js', 'test', ...selection],
        {
          cwd: e2eRoot,
          env: {
            CHANGEOVER_E2E: JSON.stringify({ ...environment, displays: displays.map(({ name }) => name) }),
            CHANGEOVER_E2E_REPORT: report,
          },
          timeoutMs: limits.scenariosTimeoutMs,
          output: 'show',
        },
      );
      const counts = countPlaywright(readFileSync(report, 'utf8'));
      return {
        ...counts,
        failed: Math.max(counts.failed, code === 0 ? 0 : 1),
        output: `See above; pictures and what the terminals said are in ${join(e2eRoot, 'results')}.`,
      };
    } finally {
      for (const display of displays) await end(display.process);
      rmSync(folder, { recursive: true });
    }
  });
}
