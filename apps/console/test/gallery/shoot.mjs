// @ts-check
// Takes pictures of the page in canned states, in both themes and two sizes, and checks each with axe.
//   node apps/console/test/gallery/shoot.mjs [--built] [folder for the pictures] [overview | overview-small-dark …]
// With --built it takes them of the page that was built for it the last time.
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';

/**
 * @typedef {{ press: string } | { tick: string } | { fill: string, with: string } | { keys: string } | { await: string }} Step
 * @typedef {{ name: string, path: string, steps: readonly Step[] }} Plan
 */

/** The moment that all canned states agree on. */
const NOW = Date.UTC(2026, 10, 30, 10, 26, 0);
const SIZES = /** @type {const} */ ({ large: [1280, 800], small: [900, 800] });
const THEMES = /** @type {const} */ (['light', 'dark']);
const PAGES_MAX = 3;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { built: { type: 'boolean' } },
});
const [folder = resolve(import.meta.dirname, '../../out/pictures'), ...asked] = positionals;
const configFile = resolve(import.meta.dirname, 'vite.config.ts');
/** @type {string[]} */
const problems = [];

await mkdir(folder, { recursive: true });
if (values.built !== true) await build({ configFile, logLevel: 'warn' });
const server = await preview({ configFile });
const origin = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const plans = await readPlans();
  const left = plans.filter(({ name }) => asked.length === 0 || titles(name).some(isAsked) || isAsked(name));
  const takers = Array.from({ length: Math.min(PAGES_MAX, availableParallelism() + 1) }, async () => {
    for (let plan = left.shift(); plan !== undefined; plan = left.shift()) await takeAll(plan);
  });
  await Promise.all(takers);
} finally {
  await browser.close();
  await server.close();
}
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'nothing to complain about' : `${problems.length} complaints`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @returns {Promise<Plan[]>} */
async function readPlans() {
  const page = await browser.newPage();
  await page.goto(origin);
  const text = await page.locator('#root').textContent();
  await page.close();
  return JSON.parse(text ?? '[]');
}

/** One state in both sizes and themes: it is built up once, and only looked at differently. @param {Plan} plan */
async function takeAll(plan) {
  const context = await browser.newContext({
    viewport: { width: SIZES.large[0], height: SIZES.large[1] },
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${plan.name}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${plan.name}: ${error.message}`));
  try {
    await page.clock.setFixedTime(NOW);
    await page.goto(`${origin}${plan.name}#${plan.path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const step of plan.steps) await take(page, step);
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width, height });
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        const title = `${plan.name}-${size}-${theme}`;
        if (asked.length === 0 || isAsked(title) || isAsked(plan.name)) await look(page, title);
      }
    }
  } catch (error) {
    problems.push(`${plan.name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await context.close();
  }
}

/** @param {import('@playwright/test').Page} page @param {Step} step */
async function take(page, step) {
  if ('press' in step) await page.getByRole('button', { name: step.press, exact: true }).first().click();
  else if ('tick' in step) await page.getByLabel(step.tick, { exact: true }).first().check();
  else if ('fill' in step) await page.getByLabel(step.fill, { exact: true }).first().fill(step.with);
  else if ('keys' in step) await page.keyboard.press(step.keys);
  else await page.getByText(step.await).first().waitFor();
}

/** @param {import('@playwright/test').Page} page @param {string} title */
async function look(page, title) {
  // Two frames: what follows the width of the window is laid out anew in the first.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: resolve(folder, `${title}.png`) });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  for (const { id, nodes } of violations) {
    const where = nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`);
    problems.push(`${title}: axe ${id}: ${where.join(' | ')}`);
  }
}

/** @param {string} name @returns {string[]} */
function titles(name) {
  return Object.keys(SIZES).flatMap((size) => THEMES.map((theme) => `${name}-${size}-${theme}`));
}

/** @param {string} title */
function isAsked(title) {
  return asked.includes(title);
}
