import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import type { DesktopConsole } from '../harness/desktop-console.js';
import type { ScenarioEnvironment } from '../harness/environment.js';
import { expect, test } from '../harness/fixtures.js';
import { gatedPackage, gatedServers } from '../harness/gated-package.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { createSession, openOverview } from '../harness/sessions.js';

test.use({ begin: 'fresh' });

test('no server of a package is started before it was allowed and a batch is applied, and none that was refused', async ({
  environment,
  openConsole,
}) => {
  const desktop = await (await openConsole()).ready();
  await test.step('started when allowed and applied', () => allowAtTheBatch(environment, desktop));
  await test.step('left out when refused', () => leaveOut(environment, desktop));
});

async function allowAtTheBatch(environment: ScenarioEnvironment, desktop: DesktopConsole): Promise<void> {
  const { page, mainPid } = desktop;
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
}

async function leaveOut(environment: ScenarioEnvironment, { page, mainPid }: DesktopConsole): Promise<void> {
  const before = await gatedServers(mainPid);
  const chime = await gatedPackage(environment, 'chime');
  await chime.open();
  const packages = await PackagesScreen.open(page);
  await packages.install('field-notes 1.0.0', { allow: ['notebook'] });
  await packages.install(chime.folder, { leaveOut: ['chime'] });
  await expect(packages.row('chime 1.0.0')).toContainText('1 of 1 left out');

  await createSession(page, 'without-chime');
  const screen = await CapabilitiesScreen.open(page, 'without-chime');
  const dialog = await screen.openBatchDialog();
  await dialog.getByRole('checkbox', { name: 'bell 1.0.0' }).uncheck();
  await expect(dialog.getByRole('list', { name: 'Servers left out' })).toContainText('chime');
  const changes = dialog.getByRole('region', { name: 'Preview' }).getByRole('table', { name: 'Changes' });
  await expect(changes).toContainText('notebook');
  await expect(changes).not.toContainText('chime');
  await dialog.getByRole('button', { name: 'Apply as generation 1' }).click();
  await expect(screen.receipt).toContainText('→ 1');
  await expect(screen.wave(1).and(page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
  await expect(page.getByLabel(/^chime, mcp, /)).toHaveCount(0);
  expect(await gatedServers(mainPid)).toEqual(before);
  expect(await chime.starts()).toBe(0);
}
