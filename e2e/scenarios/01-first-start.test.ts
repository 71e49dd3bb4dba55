import { expectAccessible } from '../harness/accessibility.js';
import { expect, test } from '../harness/fixtures.js';
import { expectSandboxed } from '../harness/sandbox.js';

for (const [executable, isPackaged] of [
  ['electron', false],
  ['packaged', true],
] as const) {
  test(`a first start as ${executable} shows the demonstration project in a sandboxed window, accessible in both themes`, async ({
    environment,
    openConsole,
  }) => {
    const desktop = await openConsole({ executable });
    await desktop.ready();
    expect(await desktop.app.evaluate(({ app }) => app.isPackaged)).toBe(isPackaged);
    await expectSandboxed(desktop, environment);
    const { page } = desktop;
    await expect(page).toHaveTitle(/Changeover/);
    await expect(page.getByText('field-notes 1.0.0, field-notes 1.1.0')).toBeVisible();
    const session = page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: /demo/ });
    await expect(session).toContainText('generation 1');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect(desktop.faults.all).toEqual([]);
    expect(await desktop.quit()).toBe(0);
  });
}

test('a browser shows the served console', async ({ serveConsole, browserContext }) => {
  const server = await serveConsole();
  const page = await browserContext.newPage();
  await page.goto(await server.address());
  await expect(page).toHaveTitle(/Changeover/);
  expect(await server.stop()).toBe(0);
});
