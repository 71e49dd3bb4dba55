import { defineConfig } from '@playwright/test';
import { scenarioEnvironment } from './harness/environment.js';
import { pictureOptions } from './harness/pictures.js';

const report = process.env['CHANGEOVER_E2E_REPORT'];

export default defineConfig({
  projects: [
    { name: 'console', testDir: 'scenarios' },
    { name: 'install', testDir: 'packages', testMatch: '*.setup.ts' },
    // Their pages show nothing.
    {
      name: 'packages',
      testDir: 'packages',
      dependencies: ['install'],
      use: { screenshot: 'off', trace: 'off' },
    },
  ],
  outputDir: 'results',
  // Each worker has a display of its own.
  workers: scenarioEnvironment().displays.length,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // What was done and when; `--trace on` adds what the page showed, which takes a quarter more time.
  use: {
    screenshot: 'on',
    trace: { mode: 'on', screenshots: false, snapshots: false },
    // Drawn without a GPU, what moves takes a third of a console's time; the second scenario shows it as it is.
    contextOptions: { reducedMotion: 'reduce' },
    ...pictureOptions,
  },
  reporter: [['list'], ...(report === undefined ? [] : [['json', { outputFile: report }] as const])],
});
