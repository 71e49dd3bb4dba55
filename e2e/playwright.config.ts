import { defineConfig } from '@playwright/test';

const report = process.env['CHANGEOVER_E2E_REPORT'];

export default defineConfig({
  testDir: 'scenarios',
  outputDir: 'results',
  // One console at a time: each scenario has the machine, the display and the keyboard for itself.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ...(report === undefined ? [] : [['json', { outputFile: report }] as const])],
});
