import type { Page } from '@playwright/test';
import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { generationDigests } from '../harness/demo-package.js';
import type { ScenarioEnvironment } from '../harness/environment.js';
import { expect, test } from '../harness/fixtures.js';
import { PackagesScreen } from '../harness/packages-screen.js';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('an upgrade that is installed and applied by hand in the window publishes generation 2, whose digest can be copied', async ({
  environment,
  openConsole,
}) => {
  const desktop = await openConsole();
  await desktop.ready();
  const digest = await upgradeByHand(desktop.page, environment);
  const screen = await CapabilitiesScreen.open(desktop.page);
  await screen.select(2);
  await screen.inspector.getByRole('button', { name: 'Copy digest' }).first().click();
  await expect.poll(() => desktop.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(digest);
  expect(desktop.faults.all).toEqual([]);
});

test('an upgrade that is installed and applied by hand in a browser publishes generation 2', async ({
  environment,
  serveConsole,
  context,
}) => {
  const page = await context.newPage();
  await page.goto(await (await serveConsole()).address());
  await upgradeByHand(page, environment);
});

/** What an operator does, and sees, from the choice of the package to the generation in force; answers its digest. */
async function upgradeByHand(page: Page, environment: ScenarioEnvironment): Promise<string> {
  const digests = await generationDigests(environment, ['field-notes-1.0.0', 'field-notes-1.1.0']);
  const [before = '', after = ''] = digests;
  const packages = await PackagesScreen.open(page);
  const installing = await packages.store('field-notes 1.1.0');
  const plan = installing.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('Package generation 1 → 2');
  await expect(plan).toContainText('field-notes 1.0.0 → 1.1.0');
  const items = plan.getByRole('table', { name: 'Items that change' }).getByRole('row');
  await expect(items.filter({ hasText: 'note-the-weather' })).toContainText('added');
  await expect(items.filter({ hasText: 'take-notes' })).toContainText('changed');
  await expect(items.filter({ hasText: 'notebook' })).toContainText('changed');
  await expect(plan).toContainText('3 items change, 1 unchanged');
  await expect(plan).toContainText('1 session keeps the old');
  await packages.confirm(installing, { allow: ['notebook'] });
  await installing.getByRole('button', { name: 'Apply to demo…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Apply a batch to demo' });
  await expect(dialog.getByRole('checkbox', { name: 'field-notes 1.1.0' })).toBeChecked();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Generation 1 → 2');
  await expect(preview.getByTitle(before, { exact: true })).toBeVisible();
  await expect(preview.getByTitle(after, { exact: true })).toBeVisible();
  const changes = preview.getByRole('table', { name: 'Changes' }).getByRole('row');
  await expect(changes).toHaveCount(4);
  await expect(changes.filter({ hasText: 'field-notes:note-the-weather' })).toContainText('added');
  await expect(changes.filter({ hasText: 'field-notes:take-notes' })).toContainText('replaced');
  await expect(changes.filter({ hasText: 'notebook' })).toContainText('replaced');
  await expect(preview).toContainText('3 changes, 1 unchanged; prepared in 1 wave (4)');
  await expect(preview).toContainText('No live run: nothing stays on generation 1.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('ink lasts longer');
  await dialog.getByRole('button', { name: 'Apply as generation 2' }).click();
  await expect(dialog).toBeHidden();

  const screen = await CapabilitiesScreen.open(page);
  await expect(screen.wave(1)).toHaveCount(4);
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
  return after;
}
