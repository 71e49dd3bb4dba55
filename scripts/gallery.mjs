// @ts-check
import { join } from 'node:path';
import { limits } from './limits.mjs';
import { run } from './process/child-processes.mjs';
import { runCommand } from './process/interruption.mjs';
import { repositoryRoot } from './repository.mjs';
import { BROWSER, installTestPrograms, programPath } from './setup/system-libraries.mjs';
import { buildPackages, installWorkspace } from './setup/workspace.mjs';

// Takes pictures of every screen of the console in canned states, and fails where axe finds something or the page
// complains: `npm run gallery -- [folder] [state …]`.
await runCommand(async () => {
  await installWorkspace();
  await Promise.all([installTestPrograms(), buildPackages()]);
  const shoot = join(repositoryRoot, 'apps/console/test/gallery/shoot.mjs');
  const { code } = await run(process.execPath, [shoot, ...process.argv.slice(2)], {
    env: { CHROMIUM: programPath(BROWSER) },
    timeoutMs: limits.galleryTimeoutMs,
    output: 'show',
  });
  return code;
});
