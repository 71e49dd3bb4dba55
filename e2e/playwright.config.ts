import { defineConfig } from '@playwright/test';
import { scenarioEnvironment } from './harness/environment.js';
import { pictureOptions } from './harness/pictures.js';

const report = process.env['CHANGEOVER_E2E_REPORT'];

export default defineConfig({
  testDir: 'scenarios',
  outputDir: 'results',
  // Each worker has a display of its own.
  workers: scenarioEnvironment().displays.length,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: { screenshot: 'only-on-failure', ...pictureOptions },
  reporter: [['list'], ...(report === undefined ? [] : [['json', { outputFile: report }] as const])],
});
