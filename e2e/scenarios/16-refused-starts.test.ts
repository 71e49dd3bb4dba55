import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../harness/fixtures.js';
import { runToEnd } from '../harness/run-to-end.js';

test('a second instance brings the first to front, says so, and ends', async ({
  environment,
  userData,
  openConsole,
}) => {
  const first = await openConsole();
  await first.ready();
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const second = await runToEnd(environment.electron, [`--user-data-dir=${userData}`]);
  expect(second.code).toBe(3);
  expect(second.output).toContain('Changeover failed [second-instance]');
  expect(second.output).toContain(userData);
  await expect
    .poll(() => first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()))
    .toBe(false);
  expect(await first.quit()).toBe(0);
});

test('a store that another process has is refused on the page and on the terminal, and not touched', async ({
  userData,
  openConsole,
  serveConsole,
}) => {
  const server = await serveConsole(userData);
  await server.address();
  const before = await readFile(join(userData, 'console.sqlite'));
  const desktop = await openConsole();
  await expect(desktop.page.getByRole('heading', { name: 'The console cannot be used now' })).toBeVisible();
  await expect(desktop.page.getByRole('alert')).toContainText('locked');
  await desktop.terminal.waitFor(/locked/);
  expect(await desktop.quit()).toBe(1);
  expect(await readFile(join(userData, 'console.sqlite'))).toEqual(before);
});

test('a store file that is no store is refused on the page and on the terminal, and not touched', async ({
  userData,
  openConsole,
}) => {
  const file = join(userData, 'console.sqlite');
  await writeFile(file, 'this is no database, and somebody may want it back');
  const desktop = await openConsole();
  await expect(desktop.page.getByRole('heading', { name: 'The console cannot be used now' })).toBeVisible();
  await desktop.terminal.waitFor(/corrupt/);
  expect(await desktop.quit()).toBe(1);
  expect(await readFile(file, 'utf8')).toBe('this is no database, and somebody may want it back');
});
