import { expect, test } from '../harness/fixtures.js';
import { RunsScreen } from '../harness/runs-screen.js';

test('a window is not closed under a live run without a question, quitting asks nobody, and the run says why it ended', async ({
  openConsole,
}) => {
  const first = await (await openConsole()).ready();
  let runs = await RunsScreen.open(first.page);
  const held = await runs.start('Hold the notebook');
  await expect(runs.row(held)).toContainText('waiting for you');
  const isHeldBack = await first.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<boolean>((resolve) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.once('close', (event) => setImmediate(() => resolve(event.defaultPrevented)));
        window?.close();
      }),
  );
  expect(isHeldBack).toBe(true);
  await expect(runs.row(held)).toContainText('waiting for you');
  expect(await first.quit()).toBe(0);

  const second = await (await openConsole()).ready();
  runs = await RunsScreen.open(second.page);
  await expect(runs.row(held)).toContainText('cancelled');
  await runs.select(held);
  await expect(runs.part('Error')).toContainText('the console was closed');
});
