// @ts-check
import { countVitest } from './checks/vitest-report.mjs';
import { runVitest } from './checks/vitest-run.mjs';
import { limits } from './limits.mjs';
import { runCommand } from './process/interruption.mjs';
import { buildPackages, installWorkspace } from './setup/workspace.mjs';

/** What is killed: writers of a store, and registries that publish; where a round is slow, in fewer rounds. */
const crashTests = Object.freeze([
  { folder: 'packages/storage-kit', tests: 'test/crash', share: 1 },
  { folder: 'packages/storage-kit', tests: 'test/lance/processes', share: 0.1 },
  { folder: 'packages/capability-core', tests: 'test/registry/crash', share: 1 },
]);

// Kills processes thousands of times; `npm test` does so a few dozen times.
// The number of rounds can be given: `npm run test:crash -- 500`.
await runCommand(async () => {
  const rounds = process.argv[2] ?? String(limits.crashRounds);
  if (!/^[1-9]\d{0,6}$/.test(rounds)) throw new Error(`${rounds} is no number of rounds`);
  await installWorkspace();
  await buildPackages();
  let good = true;
  for (const { folder, tests, share } of crashTests) {
    const { code, report } = await runVitest(folder, [tests], {
      env: { CHANGEOVER_CRASH_ROUNDS: String(Math.ceil(Number(rounds) * share)) },
      timeoutMs: limits.crashTestTimeoutMs,
      output: 'show',
    });
    const { passed, failed, skipped } = countVitest(report);
    good &&= code === 0 && passed > 0 && failed + skipped === 0;
  }
  return good ? 0 : 1;
});
