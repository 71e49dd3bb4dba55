import { expectDemoSession } from '../harness/demo-session.js';
import { expect, test } from '../harness/fixtures.js';
import { killHard } from '../harness/process-status.js';

test('a host that is killed is started again, and the page shows what the store holds', async ({
  openConsole,
}) => {
  const desktop = await openConsole();
  await desktop.ready();
  await expectDemoSession(desktop.page, 1);
  const before = await desktop.hostPid();
  await desktop.killHost();
  await desktop.terminal.waitFor(/\[host-died\]/);
  await expect(desktop.page.getByText(/^live · host/)).toBeVisible();
  expect(await desktop.hostPid()).not.toBe(before);
  await expectDemoSession(desktop.page, 1);
  expect(await desktop.quit()).toBe(0);
});

test('a page that is killed is loaded again', async ({ openConsole }) => {
  const desktop = await openConsole();
  await desktop.ready();
  const crashed = desktop.page.waitForEvent('crash');
  await killHard(await desktop.rendererPid());
  await crashed;
  await desktop.terminal.waitFor(/\[page-died\]/);
  await expect
    .poll(() =>
      desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
      ),
    )
    .toContain('generation 1');
});

test('a console whose main process is killed leaves no process behind, and nothing is lost', async ({
  openConsole,
}) => {
  const first = await openConsole();
  await first.ready();
  await expectDemoSession(first.page, 1);
  await first.killMain();
  const second = await openConsole();
  await second.ready();
  await expectDemoSession(second.page, 1);
});
