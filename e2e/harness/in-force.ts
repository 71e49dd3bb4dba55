import { expect } from '@playwright/test';
import type { CapabilitiesScreen } from './capabilities-screen.js';
import type { DesktopConsole } from './desktop-console.js';
import { notebookServers } from './notebook-servers.js';

/** What a refused batch must not change in a session on generation 1: its generations, and the servers that run. */
export async function inForce(screen: CapabilitiesScreen, desktop: DesktopConsole): Promise<unknown> {
  await screen.showTable();
  await expect(screen.cell(1, 'State')).toHaveText('current');
  const generations = await screen.generations.getByRole('row').allTextContents();
  await screen.showTimeline();
  await expect
    .poll(async () => (await notebookServers(desktop.mainPid)).map(({ edition }) => edition))
    .toEqual(['1.0.0, in pencil']);
  return { generations, servers: await notebookServers(desktop.mainPid) };
}
