import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { expect, test } from '../harness/fixtures.js';
import { notebookServers } from '../harness/notebook-servers.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { killHard } from '../harness/process-status.js';
import { RunsScreen } from '../harness/runs-screen.js';
import { expectDemoSession } from '../harness/sessions.js';

test('a host that is killed is started again, a page that is killed is loaded again, and it shows what the store holds', async ({
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

  await test.step('a page that is killed is loaded again', async () => {
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
  expect(await desktop.quit()).toBe(0);
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

test('a console that is killed with all its processes in the middle of a run shows both generations, what ended and what did not', async ({
  openConsole,
}) => {
  const first = await (await openConsole()).ready();
  let runs = await RunsScreen.open(first.page);
  const cut = await runs.start('Hold the notebook');
  await expect(runs.row(cut)).toContainText('waiting for you');
  await (await PackagesScreen.open(first.page)).install('field-notes 1.1.0', { allow: ['notebook'] });
  await (await CapabilitiesScreen.open(first.page)).apply(2);
  runs = await RunsScreen.open(first.page);
  const ended = await runs.start('Take one note');
  await expect(runs.row(ended)).toContainText('completed');
  await expect(runs.row(ended)).toContainText('released');
  await first.killAll();

  const second = await (await openConsole()).ready();
  await expectDemoSession(second.page, 2);
  const screen = await CapabilitiesScreen.open(second.page);
  await screen.showTable();
  await expect(screen.cell(1, 'State')).toHaveText('retired');
  await expect(screen.cell(1, 'Pins')).toHaveText('0');
  await expect(screen.cell(2, 'State')).toHaveText('current');
  runs = await RunsScreen.open(second.page);
  await expect(runs.row(ended)).toContainText('completed');
  await expect(runs.row(ended)).toContainText('generation 2');
  await expect(runs.row(cut)).toContainText('failed');
  await expect(runs.row(cut)).toContainText('generation 1');
  await runs.select(cut);
  await expect(runs.part('Error')).toContainText('interrupted');
  await expect(runs.part('Error')).toContainText('Start the run again');
  expect(await notebookServers(second.mainPid)).toHaveLength(1);
});
