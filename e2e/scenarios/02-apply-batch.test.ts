import type { Page } from '@playwright/test';
import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { generationDigest } from '../harness/demo-package.js';
import type { ScenarioEnvironment } from '../harness/environment.js';
import { expect, test } from '../harness/fixtures.js';

test('a batch that is applied by hand in the window publishes generation 2', async ({
  environment,
  openConsole,
}) => {
  const desktop = await openConsole();
  await desktop.ready();
  await applyByHand(desktop.page, environment);
  expect(desktop.faults.all).toEqual([]);
});

test('a batch that is applied by hand in a browser publishes generation 2', async ({
  environment,
  serveConsole,
  browserContext,
}) => {
  const page = await browserContext.newPage();
  await page.goto(await (await serveConsole()).address());
  await applyByHand(page, environment);
});

/** What an operator does, and sees, from the choice of the package to the generation in force. */
async function applyByHand(page: Page, environment: ScenarioEnvironment): Promise<void> {
  const before = await generationDigest(environment, '1.0.0', { generation: 1, registryGeneration: 1 });
  const after = await generationDigest(environment, '1.1.0', { generation: 2, registryGeneration: 2 });
  const screen = await CapabilitiesScreen.open(page);
  await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, current/);
  await expect(page.getByTitle(before, { exact: true }).first()).toBeVisible();

  const dialog = await screen.openBatchDialog();
  await dialog.getByRole('checkbox', { name: 'field-notes 1.1.0' }).check();
  await expect(dialog.getByRole('checkbox', { name: 'field-notes 1.0.0' })).not.toBeChecked();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Generation 1 → 2');
  await expect(preview.getByTitle(before, { exact: true })).toBeVisible();
  await expect(preview.getByTitle(after, { exact: true })).toBeVisible();
  const changes = preview.getByRole('table', { name: 'Changes' }).getByRole('row');
  await expect(changes).toHaveCount(3);
  await expect(changes.filter({ hasText: 'field-notes:take-notes' })).toContainText('replaced');
  await expect(changes.filter({ hasText: 'notebook' })).toContainText('replaced');
  await expect(preview).toContainText('2 changes, 0 unchanged; prepared in 1 wave (2)');
  await expect(preview).toContainText('No live run: nothing stays on generation 1.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('ink lasts longer');
  await dialog.getByRole('button', { name: 'Apply as generation 2' }).click();
  await expect(dialog).toBeHidden();

  await expect(screen.wave(1)).toHaveCount(2);
  await expect(screen.wave(1).and(page.getByLabel('field-notes:take-notes, skill, prepared'))).toBeVisible();
  await expect(screen.wave(1).and(page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
  await expect(screen.receipt).toContainText('Generation 1 → 2');
  await expect(screen.receipt.getByTitle(before, { exact: true })).toBeVisible();
  await expect(screen.receipt.getByTitle(after, { exact: true })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Cutover' })).toHaveText('Generation 2 is current in demo');

  await expect(screen.band(2)).toHaveAccessibleName(/^Generation 2, current/);
  await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, retired/);
  await screen.showTable();
  await expect(screen.row(2)).toContainText('current');
  await expect(screen.row(2).getByTitle(after, { exact: true })).toBeVisible();
  await expect(screen.row(1)).toContainText('retired');
  await expect(screen.row(1).getByTitle(before, { exact: true })).toBeVisible();
  await expect(screen.row(2)).toContainText('Applied by the operator');
}
