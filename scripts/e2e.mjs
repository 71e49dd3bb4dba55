// @ts-check

import { limits } from './limits.mjs';
import { run } from './process/child-processes.mjs';
import { runCommand } from './process/interruption.mjs';
import { e2eRoot } from './repository.mjs';
import { prepareMachine, scenarioEnvironment } from './setup/scenario-environment.mjs';
import { startVirtualDisplay } from './setup/virtual-display.mjs';
import { buildWorkspace, installWorkspace } from './setup/workspace.mjs';

// Runs scenarios alone: `npm run e2e -- 03` runs those whose file name contains 03.
await runCommand(async () => {
  await installWorkspace();
  const [machine] = await Promise.all([prepareMachine(), buildWorkspace()]);
  const environment = scenarioEnvironment(machine);
  const result = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
    {
      cwd: e2eRoot,
      env: { CHANGEOVER_E2E: JSON.stringify(environment), DISPLAY: await startVirtualDisplay(machine.user) },
      timeoutMs: limits.scenariosTimeoutMs,
      output: 'show',
    },
  );
  return result.code;
});
