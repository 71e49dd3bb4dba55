import { readFile, writeFile } from 'node:fs/promises';
import { expectAccessible } from '../harness/accessibility.js';
import { expect, test } from '../harness/fixtures.js';
import { runToEnd } from '../harness/run-to-end.js';
import { createSession, expectDemoSession, sessionRow } from '../harness/sessions.js';
import { journalOf, storeFile } from '../harness/store-files.js';

test.use({ begin: 'fresh' });

/** Where SQLite files keep the version of what is in them. */
const USER_VERSION_OFFSET = 60;

test('a store has one console at a time: others are refused and say so, and go on when it is free', async ({
  environment,
  userData,
  openConsole,
  serveConsole,
  context,
}) => {
  const server = await serveConsole();
  await server.address();
  const before = await readFile(storeFile(userData));

  await test.step('a window whose store another process has', async () => {
    const refused = await openConsole();
    await expect(refused.page.getByRole('heading', { name: 'The console cannot be used now' })).toBeVisible();
    const alert = refused.page.getByRole('alert');
    await expect(alert).toContainText('locked');
    await expect(alert).toContainText(`process ${server.pid}`);
    await expect(alert).toContainText('Close the other console');
    await refused.terminal.waitFor(
      /^Changeover failed \[locked\].*\n(?:.*\n)*? {2}What to do: Close the other console/m,
    );
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await refused.quit()).toBe(1);
    expect(await readFile(storeFile(userData))).toEqual(before);
  });

  const desktop = await openConsole();
  await test.step('a window that was refused, and goes on when the operator tries again', async () => {
    const again = desktop.page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(desktop.page.getByRole('alert')).toContainText('locked');
    expect(await desktop.terminal.text()).not.toContain('Console ready');
    expect(await server.stop()).toBe(0);
    await again.click();
    await expectDemoSession(desktop.page, 0);
    await desktop.ready();
  });

  await test.step('a second instance, which brings the first to front', async () => {
    const isMinimized = (): Promise<boolean | undefined> =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    const second = await runToEnd(environment.electron, [`--user-data-dir=${userData}`]);
    expect(second.code).toBe(3);
    expect(second.output).toContain('Changeover failed [second-instance]');
    expect(second.output).toContain(userData);
    await expect.poll(isMinimized).toBe(false);
  });

  await test.step('a page whose store the window has, until that is closed', async () => {
    const late = await serveConsole();
    const [, address = ''] = await late.terminal.waitFor(/^What can be done is shown at (http:\S+)$/m);
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('locked');
    expect(await desktop.quit()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectDemoSession(page, 0);
    await late.address();
    expect(await late.stop()).toBe(0);
  });
});

test('a store file that is no store is refused on the page and on the terminal, and not touched', async ({
  userData,
  openConsole,
}) => {
  const file = storeFile(userData);
  await writeFile(file, 'this is no database, and somebody may want it back');
  const desktop = await openConsole();
  await expect(desktop.page.getByRole('heading', { name: 'The console cannot be used now' })).toBeVisible();
  const alert = desktop.page.getByRole('alert');
  await expect(alert).toContainText('corrupt');
  await expect(alert).toContainText(file);
  await expect(alert).toContainText('Move it (and its journal) away');
  await expectAccessible(desktop.page);
  await desktop.terminal.waitFor(/^Changeover failed \[corrupt\].*\n(?:.*\n)*? {2}What to do: /m);
  expect(await desktop.quit()).toBe(1);
  expect(await readFile(file, 'utf8')).toBe('this is no database, and somebody may want it back');
});

test('a store whose last write was torn opens, and says on the page and on the terminal what was cut off', async ({
  userData,
  openConsole,
}) => {
  const first = await (await openConsole()).ready();
  await createSession(first.page, 'last');
  await first.killAll();
  const file = await journalOf(userData);
  const journal = await readFile(file);
  const end = journal.findLastIndex((byte) => byte !== 0) + 1;
  const torn = Buffer.from('torn');
  await writeFile(file, Buffer.concat([journal.subarray(0, end), torn, journal.subarray(end + torn.length)]));

  const second = await (await openConsole()).ready();
  await expect(sessionRow(second.page, 'last')).toContainText('open');
  const note = second.page.getByRole('list', { name: 'What needs a person' }).getByRole('listitem');
  await expect(note).toContainText('The store was recovered');
  await expect(note).toContainText(`${torn.length} bytes after offset ${end} were cut off`);
  await second.terminal.waitFor(/^The store was recovered {2}\[store-recovered\]\n.*were cut off/m);
  expect(await second.quit()).toBe(0);

  const third = await (await openConsole()).ready();
  await expect(sessionRow(third.page, 'last')).toContainText('open');
  await expect(third.page.getByText('The store was recovered')).toBeHidden();
});

test.describe('a store that was used before', () => {
  test.use({ begin: 'published' });

  test('a store that a newer console has written is refused on the page and on the terminal, and not touched', async ({
    userData,
    openConsole,
    serveConsole,
  }) => {
    const file = storeFile(userData);
    const newer = await readFile(file);
    newer.writeUInt32BE(2, USER_VERSION_OFFSET);
    await writeFile(file, newer);

    const desktop = await openConsole();
    await expect(desktop.page.getByRole('heading', { name: 'The console cannot be used now' })).toBeVisible();
    const alert = desktop.page.getByRole('alert');
    await expect(alert).toContainText('unsupported-format');
    await expect(alert).toContainText('has format version 2 and this program reads up to 1');
    await expect(alert).toContainText('Start the newer version of the console');
    await desktop.terminal.waitFor(
      /^Changeover failed \[unsupported-format\].*\n(?:.*\n)*? {2}What to do: /m,
    );
    expect(await desktop.quit()).toBe(1);

    const server = await serveConsole();
    await server.terminal.waitFor(/^The console cannot open its store {2}\[unsupported-format\]/m);
    await server.terminal.waitFor(/^What can be done is shown at http:/m);
    expect(await server.stop()).toBe(1);
    expect(await readFile(file)).toEqual(newer);
  });
});
