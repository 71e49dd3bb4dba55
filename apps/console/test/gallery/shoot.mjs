// Takes pictures of the page in canned states, in both themes, and checks each with axe.
//   node apps/console/test/gallery/shoot.mjs <folder for the pictures> [overview | overview-large-dark …]
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';

const configFile = resolve(import.meta.dirname, 'vite.config.ts');
const NOW = Date.UTC(2026, 10, 30, 10, 26, 0);
const session = '/capabilities/atlas-dev';
const long = 'a-session-whose-name-is-as-long-as-the-console-lets-a-name-be-64';
const press = (name) => (page) => page.getByRole('button', { name, exact: true }).click();

const SHOTS = {
  capabilities: { state: 'full', path: `${session}?select=run:r-41c9` },
  'capabilities-plain': { state: 'receipt', path: session },
  'capabilities-table': { state: 'receipt', path: `${session}?as=table&select=generation:atlas-dev:6` },
  capability: { state: 'receipt', path: `${session}?select=capability:atlas-dev:7:acme:tool:lookup` },
  overview: { state: 'full', path: '/overview' },
  'overview-empty': { state: 'empty', path: '/overview' },
  runs: { state: 'full', path: '/runs?select=run:r-60aa' },
  'runs-many': { state: 'many', path: '/runs?status=ended&filter=completed' },
  'runs-empty': { state: 'empty', path: '/runs' },
  fresh: { state: 'fresh', path: session },
  failed: { state: 'failed', path: session },
  cancelled: { state: 'cancelled', path: session },
  long: { state: 'long', path: `/capabilities/${long}?select=run:xxx1-${'run'.repeat(41)}` },
  'long-runs': { state: 'long', path: `/runs?select=run:xxx1-${'run'.repeat(41)}` },
  'long-overview': { state: 'long', path: '/overview' },
  apply: { state: 'receipt', path: session, act: press('Apply batch…') },
  'apply-refused': {
    state: 'receipt',
    path: session,
    act: async (page) => {
      await press('Apply batch…')(page);
      await page.getByRole('textbox', { name: 'Another folder' }).fill('/home/ada/notes');
      await press('Read folder')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  start: { state: 'full', path: '/runs', act: press('Start run…') },
  close: { state: 'full', path: session, act: press('Close session…') },
  shortcuts: { state: 'full', path: '/overview', act: press('Keyboard shortcuts') },
  unavailable: { state: 'unavailable', path: '/overview' },
  connecting: { state: 'connecting', path: '/overview' },
  disconnected: {
    state: 'disconnected',
    path: session,
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
};

const SIZES = { large: [1440, 900], middle: [1280, 800], small: [900, 700] };

const [folder = 'pictures', ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await build({ configFile, logLevel: 'warn' });
const server = await preview({ configFile });
const [origin] = server.resolvedUrls.local;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
let problems = 0;
const complain = (shot, text) => {
  problems += 1;
  console.log(`${shot}: ${text}`);
};

for (const [name, shot] of Object.entries(SHOTS)) {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    for (const theme of ['light', 'dark']) {
      const title = `${name}-${size}-${theme}`;
      if (names.length > 0 && !names.some((asked) => [name, title].includes(asked))) continue;
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complain(title, message.text());
      });
      page.on('pageerror', (error) => complain(title, error.message));
      await page.clock.setFixedTime(NOW);
      await page.goto(`${origin}${shot.state}#${shot.path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      await shot.act?.(page);
      await page.waitForTimeout(150);
      await page.screenshot({ path: resolve(folder, `${title}.png`) });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      for (const { id, nodes } of violations) {
        complain(
          title,
          `axe ${id}: ${nodes
            .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
            .slice(0, 3)
            .join(' | ')}`,
        );
      }
      await context.close();
    }
  }
}
await browser.close();
await server.close();
console.log(problems === 0 ? 'nothing to complain about' : `${problems} complaints`);
process.exitCode = problems === 0 ? 0 : 1;
