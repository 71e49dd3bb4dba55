import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../harness/accessibility.js';
import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { expect, test } from '../harness/fixtures.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { RunsScreen } from '../harness/runs-screen.js';
import { openOverview } from '../harness/sessions.js';
import { TranscriptScreen } from '../harness/transcript-screen.js';

/** Each view is looked at twice. */
const VIEWS_TIMEOUT_MS = 180_000;

test('every screen is accessible in light and dark', async ({ openConsole }) => {
  test.setTimeout(VIEWS_TIMEOUT_MS);
  const { page } = await (await openConsole()).ready();
  const look = (view: string): Promise<void> => test.step(view, () => expectAccessibleInBothThemes(page));

  const runs = await RunsScreen.open(page);
  const held = await runs.start('Hold the notebook');
  await expect(runs.row(held)).toContainText('waiting for you');
  await look('runs and a run in the inspector');
  await page.getByRole('button', { name: 'Pin map' }).click();
  await expect(page.getByRole('region', { name: 'Pin map' })).toBeVisible();
  await look('pin map');
  const transcript = await TranscriptScreen.open(page, held);
  await transcript.result('get-env');
  await look('transcript');
  await page.getByRole('button', { name: 'Scope tree' }).click();
  await look('scope tree');

  const screen = await CapabilitiesScreen.open(page);
  await screen.apply(2);
  await screen.select(2);
  await look('capabilities and a generation in the inspector');
  await screen.showTable();
  await screen.receipt.getByRole('button', { name: 'Compare' }).click();
  await look('generations as a table, and two of them compared');

  const packages = await PackagesScreen.open(page);
  await packages.row('field-notes 1.0.0').getByRole('link').first().click();
  await look('packages and one of them in the inspector');
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('table', { name: 'Activity' }).getByRole('link').first().click();
  await look('activity and a line in the inspector');
  await openOverview(page);
  await look('overview with something that needs a person');
});

test('every dialog is accessible in light and dark', async ({ openConsole }) => {
  test.setTimeout(VIEWS_TIMEOUT_MS);
  const { page } = await (await openConsole()).ready();

  const packages = await PackagesScreen.open(page);
  await packages.openInstallDialog();
  await lookAndClose(page, 'Install a package');
  await packages.store('mill-gauge 1.0.0');
  await expect(page.getByRole('button', { name: 'Allow gauge' })).toBeVisible();
  await lookAndClose(page, 'Install a package');
  await packages.row('field-notes 1.0.0').getByRole('link').first().click();
  await packages.inspector.getByRole('button', { name: 'Remove…' }).click();
  await lookAndClose(page, 'Remove field-notes?');

  const screen = await CapabilitiesScreen.open(page);
  await screen.openBatchDialog();
  await lookAndClose(page, 'Apply a batch to demo');
  await page.getByRole('button', { name: 'Close session…' }).click();
  await lookAndClose(page, 'Close session demo?');
  await page.getByRole('button', { name: 'Start run…' }).click();
  await lookAndClose(page, 'Start a run');
  await screen.startRun('Hold the notebook', 1);
  await screen.inspector.getByRole('button', { name: 'Cancel run…' }).click();
  await lookAndClose(page, /^Cancel run /);

  await openOverview(page);
  await page.getByRole('button', { name: 'New session…' }).click();
  await lookAndClose(page, 'New session');
  await page.keyboard.press('ControlOrMeta+k');
  await lookAndClose(page, 'Command palette');
  await page.keyboard.press('?');
  await lookAndClose(page, 'Keyboard shortcuts');
});

async function lookAndClose(page: Page, title: string | RegExp): Promise<void> {
  await test.step(String(title), async () => {
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}
