// @ts-check
import { runVitest } from './checks/vitest-run.mjs';
import { limits } from './limits.mjs';
import { runCommand } from './process/interruption.mjs';
import { seedCases } from './seed-cases.mjs';
import { buildPackages, installWorkspace } from './setup/workspace.mjs';

// Runs exactly the founding cases and prints one line for each.
await runCommand(async () => {
  await installWorkspace();
  await buildPackages();
  let good = true;
  for (const [folder, names] of Object.entries(seedCases)) {
    const { output, report } = await runVitest(folder, ['test/seeds'], {
      timeoutMs: limits.unitTestTimeoutMs,
    });
    const found = report.testResults.flatMap((file) => file.assertionResults);
    const unlisted = found.map(({ title }) => title).filter((title) => !names.includes(title));
    for (const name of [...names, ...unlisted]) {
      const results = found.filter(({ title }) => title === name);
      const ok =
        names.includes(name) && results.length > 0 && results.every(({ status }) => status === 'passed');
      process.stdout.write(`${ok ? 'ok' : 'not ok'} ${name}\n`);
      good &&= ok;
    }
    if (!good) process.stderr.write(output);
  }
  return good ? 0 : 1;
});
