import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { DesktopConsole } from '../harness/desktop-console.js';
import { expect, test } from '../harness/fixtures.js';
import type { LoopbackConsole } from '../harness/loopback-console.js';
import { killHard } from '../harness/process-status.js';
import { Tutorial, type TutorialConsole } from '../harness/tutorial.js';

/** The whole way, twice started. */
const TUTORIAL_TIMEOUT_MS = 240_000;

test.use({ begin: 'fresh' });

test('the tutorial can be followed to its end in the window', async ({ openConsole }) => {
  test.setTimeout(TUTORIAL_TIMEOUT_MS);
  const first = await (await openConsole()).ready();
  await follow(inWindow(first, async () => (await openConsole()).ready()));
});

test('the tutorial can be followed to its end in a browser', async ({ serveConsole, context }) => {
  test.setTimeout(TUTORIAL_TIMEOUT_MS);
  await follow(await inBrowser(context, serveConsole));
});

/** Takes each step of the tutorial as it is written, in its order. */
async function follow(console: TutorialConsole): Promise<void> {
  const { steps } = new Tutorial(console);
  const text = await readFile(join(import.meta.dirname, '../../docs/tutorial.md'), 'utf8');
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([...steps.keys()]);
  for (const [heading, take] of steps) await test.step(heading, take);
}

function inWindow(desktop: DesktopConsole, open: () => Promise<DesktopConsole>): TutorialConsole {
  return {
    page: desktop.page,
    pid: desktop.mainPid,
    restart: async () => {
      await desktop.killAll();
      return inWindow(await open(), open);
    },
  };
}

async function inBrowser(
  context: BrowserContext,
  serve: () => Promise<LoopbackConsole>,
): Promise<TutorialConsole> {
  const server = await serve();
  const page = await context.newPage();
  await page.goto(await server.address());
  return {
    page,
    pid: server.pid,
    restart: async () => {
      await killHard(server.pid);
      await page.close();
      return inBrowser(context, serve);
    },
  };
}
