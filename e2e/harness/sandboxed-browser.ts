import { type BrowserContext, chromium } from '@playwright/test';
import type { ScenarioEnvironment } from './environment.js';
import { pictureOptions } from './pictures.js';
import { scratchFolder } from './scratch-folder.js';

/** The system's Chromium with its sandbox on, run by the user who runs the console, with a fresh profile. */
export async function sandboxedBrowser(environment: ScenarioEnvironment): Promise<BrowserContext> {
  const profile = await scratchFolder(environment, 'profile');
  return chromium.launchPersistentContext(profile, {
    executablePath: environment.chromium,
    chromiumSandbox: true,
    headless: true,
    ...pictureOptions,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-pings'],
  });
}
