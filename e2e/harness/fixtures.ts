import { type BrowserContext, test as base, expect, type TestInfo } from '@playwright/test';
import { copiedFolder } from './copied-folder.js';
import { DesktopConsole, type DesktopOptions } from './desktop-console.js';
import { type ScenarioEnvironment, scenarioEnvironment } from './environment.js';
import { LoopbackConsole } from './loopback-console.js';
import { publishedData } from './published-data.js';
import { sandboxedBrowser } from './sandboxed-browser.js';
import { scratchFolder } from './scratch-folder.js';

export interface ScenarioOptions {
  /**
   * What the console finds when it is started first: nothing at all, or what an operator has made of it who installed
   * `field-notes` 1.0.0, allowed its server and applied it as generation 1 of the session `demo`.
   */
  readonly begin: 'fresh' | 'published';
}

export interface ScenarioFixtures {
  /** A folder of the scenario's own for all that outlives a run of the console. */
  readonly userData: string;
  /** Starts the desktop console; whatever is still open at the end of the test is quit. */
  readonly openConsole: (options?: Partial<DesktopOptions>) => Promise<DesktopConsole>;
  /** Starts the loopback server, by default over the test's own folder. */
  readonly serveConsole: (data?: string, port?: number) => Promise<LoopbackConsole>;
}

interface WorkerFixtures {
  readonly environment: ScenarioEnvironment;
  /** The data folder that published ones are copied from; made when it is first asked for. */
  readonly published: () => Promise<string>;
}

export const test = base.extend<ScenarioFixtures & ScenarioOptions, WorkerFixtures>({
  environment: [workerEnvironment(), { option: true, scope: 'worker' }],

  browser: [
    async ({ environment }, use) => {
      const browser = await sandboxedBrowser(environment);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  published: [
    async ({ environment, browser }, use) => {
      let made: Promise<string> | undefined;
      await use(() => {
        made ??= publishedData(environment, browser);
        return made;
      });
    },
    { scope: 'worker' },
  ],

  begin: ['published', { option: true }],

  userData: async ({ environment, begin, published }, use) => {
    const folder =
      begin === 'fresh'
        ? await scratchFolder(environment, 'data')
        : await copiedFolder(environment, await published(), 'data');
    await use(folder);
  },

  openConsole: async ({ environment, userData, trace, contextOptions }, use, info) => {
    const tracePages = trace === 'on';
    const { reducedMotion } = contextOptions;
    const opened: DesktopConsole[] = [];
    await use(async (options) => {
      const name = `desktop-${opened.length + 1}`;
      const beforeQuit = (desktop: DesktopConsole): Promise<void> =>
        leaveEvidence(info, name, desktop.app.context());
      const desktop = await DesktopConsole.launch(environment, {
        userData,
        beforeQuit,
        tracePages,
        reducedMotion,
        ...options,
      });
      opened.push(desktop);
      return desktop;
    });
    for (const [index, desktop] of opened.entries()) {
      await desktop.quit();
      await info.attach(`desktop-${index + 1}.txt`, { body: await desktop.terminal.text() });
    }
  },

  serveConsole: async ({ environment, userData }, use, info) => {
    const started: LoopbackConsole[] = [];
    await use(async (data = userData, port = 0) => {
      const server = await LoopbackConsole.launch(environment, data, port);
      started.push(server);
      return server;
    });
    for (const [index, server] of started.entries()) {
      await server.stop();
      await info.attach(`server-${index + 1}.txt`, { body: await server.terminal.text() });
    }
  },
});

/** What a worker starts has the display, and so the keyboard, of that worker alone. */
function workerEnvironment(): ScenarioEnvironment {
  const environment = scenarioEnvironment();
  process.env['DISPLAY'] = environment.displays[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
  return environment;
}

/** A picture of each page and the trace of all. */
async function leaveEvidence(info: TestInfo, name: string, context: BrowserContext): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const picture = `${name}-page-${index + 1}`;
    await page
      .screenshot({ path: info.outputPath(`${picture}.png`) })
      // A page that was killed has no picture; that there is none must not hide the outcome.
      .catch((error: unknown) => info.attach(`${picture}.txt`, { body: String(error) }));
  }
  await context.tracing.stop({ path: info.outputPath(`${name}.trace.zip`) });
}

export { expect };
