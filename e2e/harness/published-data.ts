import type { Browser } from '@playwright/test';
import { CapabilitiesScreen } from './capabilities-screen.js';
import type { ScenarioEnvironment } from './environment.js';
import { LoopbackConsole } from './loopback-console.js';
import { PackagesScreen } from './packages-screen.js';
import { scratchFolder } from './scratch-folder.js';

/**
 * The data folder of a console in which an operator has taken the first steps: `field-notes` 1.0.0 is installed, its
 * server allowed, and generation 1 of the session `demo` is made of it.
 */
export async function publishedData(environment: ScenarioEnvironment, browser: Browser): Promise<string> {
  const folder = await scratchFolder(environment, 'published');
  const server = await LoopbackConsole.launch(environment, folder);
  const page = await browser.newPage();
  try {
    await page.goto(await server.address());
    const packages = await PackagesScreen.open(page);
    await packages.install('field-notes 1.0.0', { allow: ['notebook'] });
    await (await CapabilitiesScreen.open(page)).apply(1);
  } finally {
    await page.close();
    await server.stop();
  }
  return folder;
}
