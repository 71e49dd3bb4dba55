// Takes the picture of the README: the real console, after a build, at a cutover under a live run.
//   node apps/console/test/gallery/cutover-picture.mjs docs/images/cutover.png
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';

/** Between two steps, so that the timeline has something to show. */
const PAUSE_MS = 4_000;

const [picture = 'cutover.png', server = 'out/main/server.cjs'] = process.argv.slice(2);
const app = resolve(import.meta.dirname, '../..');
const data = await mkdtemp(join(tmpdir(), 'changeover-picture-'));
const args = [resolve(app, server), '--data', data, '--demo', join(app, 'demo'), '--port', '0'];
// The tool that the runs call shows its environment.
const env = { PATH: '/usr/bin:/bin', HOME: '/home/operator', LANG: 'C.UTF-8' };
const host = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 2,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const button = (name) => page.getByRole('button', { name, exact: true });
  await page.goto(await address(host.stdout));
  await page.getByRole('link', { name: 'Capabilities' }).click();
  await page.waitForTimeout(PAUSE_MS);
  await button('Start run…').click();
  await page.getByRole('radio', { name: 'Hold the notebook' }).check();
  await button('Start run').click();
  await page.getByText('waiting for you at hold').waitFor();
  await page.waitForTimeout(PAUSE_MS);
  await button('Apply batch…').click();
  await page.getByRole('checkbox', { name: 'field-notes 1.1.0' }).check();
  await button('Apply as generation 2').click();
  await page.getByText('generation 2 · current').waitFor();
  await page.getByRole('heading', { name: 'Catalog of generation 2' }).waitFor();
  await page.waitForTimeout(PAUSE_MS);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  host.kill('SIGINT');
  await once(host, 'exit');
  await rm(data, { recursive: true, force: true });
}

async function address(output) {
  for await (const line of createInterface({ input: output })) {
    const [, url] = /^Console ready at (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The console did not start');
}
