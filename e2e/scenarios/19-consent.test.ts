import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { expect, test } from '../harness/fixtures.js';
import { gatedPackage, gatedServers } from '../harness/gated-package.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { openOverview } from '../harness/sessions.js';

test.use({ begin: 'fresh' });

test('no server of a package is started before it was allowed and a batch is applied', async ({
  environment,
  openConsole,
}) => {
  const { page, mainPid } = await (await openConsole()).ready();
  const bell = await gatedPackage(environment, 'bell');
  await bell.open();
  const packages = await PackagesScreen.open(page);
  const installing = await packages.store(bell.folder);
  const asked = installing.getByRole('list', { name: 'Servers that want to be started' });
  await expect(asked).toContainText(/\$\{CHANGEOVER_NODE\}.*\$\{CLAUDE_PLUGIN_ROOT\}\/gate\.mjs/);
  await expect(asked).toContainText('GATE_FILE=');
  await packages.confirm(installing, {});
  await installing.getByRole('button', { name: 'Done' }).click();
  await openOverview(page);
  const needs = page.getByRole('list', { name: 'What needs a person' });
  await expect(needs).toContainText('bell');

  const screen = await CapabilitiesScreen.open(page);
  const applying = await screen.openBatchDialog();
  const preview = applying.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Generation 0 → 1');
  await expect(preview.getByRole('table', { name: 'Changes' })).toContainText('bell');
  await expect(applying).toContainText('Decide about 1 server first');
  const apply = applying.getByRole('button', { name: 'Apply as generation 1' });
  await expect(apply).toBeDisabled();
  expect(await gatedServers(mainPid)).toEqual([]);
  expect(await bell.starts()).toBe(0);

  await applying.getByRole('button', { name: 'Allow bell' }).click();
  await expect(apply).toBeEnabled();
  expect(await bell.starts()).toBe(0);
  await apply.click();
  await expect(screen.receipt).toContainText('→ 1');
  expect(await gatedServers(mainPid)).toHaveLength(1);
  expect(await bell.starts()).toBe(1);
});

test('a server that was refused is left out of the generation, and the preview says so', async ({
  environment,
  openConsole,
}) => {
  const { page, mainPid } = await (await openConsole()).ready();
  const bell = await gatedPackage(environment, 'bell');
  await bell.open();
  const packages = await PackagesScreen.open(page);
  await packages.install('field-notes 1.0.0', { allow: ['notebook'] });
  await packages.install(bell.folder, { leaveOut: ['bell'] });
  await expect(packages.row('bell 1.0.0')).toContainText('1 of 1 left out');

  const screen = await CapabilitiesScreen.open(page);
  const dialog = await screen.openBatchDialog();
  await expect(dialog.getByRole('list', { name: 'Servers left out' })).toContainText('bell');
  const changes = dialog.getByRole('region', { name: 'Preview' }).getByRole('table', { name: 'Changes' });
  await expect(changes).toContainText('notebook');
  await expect(changes).not.toContainText('bell');
  await dialog.getByRole('button', { name: 'Apply as generation 1' }).click();
  await expect(screen.receipt).toContainText('→ 1');
  await expect(screen.wave(1).and(page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
  await expect(page.getByLabel(/^bell, mcp, /)).toHaveCount(0);
  expect(await gatedServers(mainPid)).toEqual([]);
  expect(await bell.starts()).toBe(0);
});
