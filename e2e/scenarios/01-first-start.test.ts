import { expectAccessible } from '../harness/accessibility.js';
import { expect, test } from '../harness/fixtures.js';
import { expectSandboxed } from '../harness/sandbox.js';

for (const [executable, isPackaged] of [
  ['electron', false],
  ['packaged', true],
] as const) {
  test(`a first start as ${executable} opens a sandboxed window, says that it is ready, and complains of nothing`, async ({
    environment,
    openConsole,
  }) => {
    const desktop = await openConsole({ executable });
    await desktop.ready();
    expect(await desktop.app.evaluate(({ app }) => app.isPackaged)).toBe(isPackaged);
    await expectSandboxed(desktop, environment);
    await expect(desktop.page).toHaveTitle(/Changeover/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await desktop.page.emulateMedia({ colorScheme });
      await expectAccessible(desktop.page);
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
