import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { expect, test } from '../harness/fixtures.js';
import { inForce } from '../harness/in-force.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { scenarioPackage, scriptServer } from '../harness/scenario-package.js';

test('two packages that bring one name are refused before anything is in force, and both are named', async ({
  environment,
  openConsole,
}) => {
  const desktop = await (await openConsole()).ready();
  const { page } = desktop;
  const folder = await scenarioPackage(environment, {
    name: 'other-notes',
    files: { 'server.cjs': 'process.exit(0);\n' },
    servers: { notebook: scriptServer('server.cjs') },
  });
  const packages = await PackagesScreen.open(page);
  const dialog = await packages.store(folder);
  const alert = dialog.getByRole('alert');
  await expect(alert).toContainText('field-notes and other-notes both bring the mcp notebook');
  await expect(dialog.getByRole('button', { name: 'Install other-notes 1.0.0' })).toBeDisabled();
  await expect(dialog).toContainText('1 conflict');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  // What the dialog had stored is gone with it.
  await expect(packages.table.getByRole('row')).toHaveCount(2);
  await expect(packages.generations.getByRole('row')).toHaveCount(2);
  await inForce(await CapabilitiesScreen.open(page), desktop);
});
