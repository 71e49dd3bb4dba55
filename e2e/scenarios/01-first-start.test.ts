import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../harness/accessibility.js';
import { expect, test } from '../harness/fixtures.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { descendants } from '../harness/process-status.js';
import { expectSandboxed } from '../harness/sandbox.js';
import { expectDemoSession } from '../harness/sessions.js';

test.use({ begin: 'fresh' });

for (const [executable, isPackaged] of [
  ['electron', false],
  ['packaged', true],
] as const) {
  test(`a first start as ${executable} shows the demonstration project in a sandboxed window, and starts nothing of it`, async ({
    environment,
    openConsole,
  }) => {
    const desktop = await openConsole({ executable });
    await desktop.ready();
    expect(await desktop.app.evaluate(({ app }) => app.isPackaged)).toBe(isPackaged);
    await expectSandboxed(desktop, environment);
    const { page } = desktop;
    await expect(page).toHaveTitle(/Changeover/);
    await expectDemoSession(page, 0);
    await expectAccessibleInBothThemes(page);
    await expectNothingInstalled(page);
    await expectAccessibleInBothThemes(page);
    expect((await descendants(desktop.mainPid)).filter(({ command }) => /\.[cm]?js\b/.test(command))).toEqual(
      [],
    );
    expect(desktop.faults.all).toEqual([]);
    expect(await desktop.quit()).toBe(0);
  });
}

test('a browser shows the served console', async ({ serveConsole, context }) => {
  const server = await serveConsole();
  const page = await context.newPage();
  await page.goto(await server.address());
  await expect(page).toHaveTitle(/Changeover/);
  await expectDemoSession(page, 0);
  await expectNothingInstalled(page);
  expect(await descendants(server.pid)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

/** What an operator finds who looks for packages, and which ones are offered. */
async function expectNothingInstalled(page: Page): Promise<void> {
  const packages = await PackagesScreen.open(page);
  await expect(page.getByText('Nothing is installed yet')).toBeVisible();
  const dialog = await packages.openInstallDialog();
  await expect(dialog.getByRole('radio', { name: /^field-notes 1\.0\.0 / })).toBeChecked();
  await expect(dialog.getByRole('radio')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}
