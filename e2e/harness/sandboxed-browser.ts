import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { ScenarioEnvironment } from './environment.js';
import { scratchFolder } from './scratch-folder.js';

/**
 * The system's Chromium with its sandbox on, run by the user who runs the console. It starts with a profile, since only
 * that can be put where this user may write; contexts of it have nothing of the profile.
 */
export async function sandboxedBrowser(environment: ScenarioEnvironment): Promise<Browser> {
  const context = await sandboxedProfile(environment, await scratchFolder(environment, 'profile'));
  const browser = context.browser();
  if (browser === null) throw new Error('A context with a profile names no browser');
  return browser;
}

/** The same browser with what it keeps in `profile`, and without a page. */
export async function sandboxedProfile(
  environment: ScenarioEnvironment,
  profile: string,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: environment.chromium,
    chromiumSandbox: true,
    headless: true,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-pings'],
  });
  // The page that it starts with would be in the evidence of each scenario.
  await Promise.all(context.pages().map((page) => page.close()));
  return context;
}
