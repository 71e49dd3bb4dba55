// @ts-check
import { scenarios } from './checks/scenarios.mjs';
import { isGood } from './checks/step.mjs';
import { runCommand } from './process/interruption.mjs';
import { prepareMachine, scenarioEnvironment } from './setup/scenario-environment.mjs';
import { buildWorkspace, installWorkspace } from './setup/workspace.mjs';

// Scenarios alone: `npm run e2e -- 03` runs those whose file name contains 03.
await runCommand(async () => {
  await installWorkspace();
  const [machine] = await Promise.all([prepareMachine(), buildWorkspace()]);
  const result = await scenarios(scenarioEnvironment(machine), machine.user, process.argv.slice(2));
  return isGood(result) ? 0 : 1;
});
