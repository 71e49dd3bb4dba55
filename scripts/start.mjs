// @ts-check
import { runCommand } from './process/interruption.mjs';
import { builtApp } from './setup/built-app.mjs';
import { cacheFolder } from './setup/cache-folder.mjs';
import { consoleUser } from './setup/unprivileged-user.mjs';
import { buildWorkspace, installWorkspace } from './setup/workspace.mjs';
import { dataFolder } from './start/data-folder.mjs';
import { startOptions } from './start/options.mjs';
import { servePage } from './start/page.mjs';
import { runWindow, windowRuntime } from './start/window.mjs';

// Installs, builds and opens the console: in a window, or, where there can be none, as a page on loopback.
await runCommand(async () => {
  const options = startOptions();
  if (options === undefined) return 0;
  const cache = cacheFolder();
  await installWorkspace();
  process.stderr.write('Building what has changed, and looking for what a window needs …\n');
  const [wanted, user] = await Promise.all([
    options.browser ? { reason: '--browser was given' } : windowRuntime(cache),
    consoleUser(),
    buildWorkspace(),
  ]);
  process.stderr.write('Opening the console …\n');
  const place = { cache, app: builtApp(cache), data: await dataFolder(user, options.data) };
  process.stdout.write(`The state of the console is kept in ${place.data}.\n`);
  const outcome = 'runtime' in wanted ? await runWindow({ ...place, runtime: wanted.runtime }, user) : wanted;
  if ('code' in outcome) return outcome.code;
  process.stdout.write(`Serving the console as a page instead of a window: ${outcome.reason}.\n`);
  return servePage({ ...place, port: options.port }, user);
});
