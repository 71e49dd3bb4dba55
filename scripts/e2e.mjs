// @ts-check
import { browserTests } from './checks/browser-tests.mjs';
import { scenarios } from './checks/scenarios.mjs';
import { isGood } from './checks/step.mjs';
import { runCommand } from './process/interruption.mjs';
import { prepareMachine, scenarioEnvironment } from './setup/scenario-environment.mjs';
import { buildWorkspace, installWorkspace } from './setup/workspace.mjs';

// What runs in a browser or in a console, alone: `npm run e2e -- 03` runs the scenarios whose file name contains 03.
await runCommand(async () => {
  const selection = process.argv.slice(2);
  await installWorkspace();
  const [machine] = await Promise.all([prepareMachine(), buildWorkspace()]);
  const environment = scenarioEnvironment(machine);
  const inPage = selection.length === 0 || selection.includes('capability-core');
  const results = [
    ...(inPage ? [await browserTests(environment)] : []),
    await scenarios(environment, machine.user, selection),
  ];
  return results.every(isGood) ? 0 : 1;
});
