import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import type { DesktopConsole } from '../harness/desktop-console.js';
import { faultyPackage, type ServerFault } from '../harness/faulty-package.js';
import { expect, test } from '../harness/fixtures.js';
import { notebookServers } from '../harness/notebook-servers.js';
import { scratchFolder } from '../harness/scratch-folder.js';

interface ServerFailure {
  readonly fault: ServerFault;
  readonly code: string;
  /** What the server said, or what is known of its end. */
  readonly cause: RegExp;
  readonly action: string;
}

const FAILURES: readonly ServerFailure[] = [
  {
    fault: 'cannot-start',
    code: 'did-not-start',
    cause: /\/nowhere\/at\/all/,
    action: 'install the program that it names',
  },
  {
    fault: 'dies-at-once',
    code: 'server-exited',
    cause: /no configuration found/,
    action: 'Read what the server wrote to its error output',
  },
  {
    fault: 'prints-rubbish',
    code: 'rubbish-on-stdout',
    cause: /Welcome to the server!/,
    action: 'Let the server log to its error output',
  },
];

for (const { fault, code, cause, action } of FAILURES) {
  test(`a batch with a server that ${fault.replaceAll('-', ' ')} publishes nothing, and says why at the capability`, async ({
    environment,
    openConsole,
  }) => {
    const desktop = await (await openConsole()).ready();
    const { page, terminal } = desktop;
    const screen = await CapabilitiesScreen.open(page);
    const before = await inForce(screen, desktop);
    const dialog = await screen.openBatchDialog();
    await dialog
      .getByRole('textbox', { name: 'Another folder' })
      .fill(await faultyPackage(environment, fault));
    await dialog.getByRole('button', { name: 'Read folder' }).click();
    await expect(dialog.getByRole('checkbox', { name: `${fault} 1.0.0` })).toBeChecked();
    await dialog.getByRole('button', { name: 'Apply as generation 2' }).click();
    await expect(dialog).toBeHidden();

    const failed = screen.wave(1).and(page.getByLabel(`${fault}, mcp, failed`));
    await expect(failed).toContainText(code);
    await expect(failed).toContainText(cause);
    await expect(screen.wave(1).and(page.getByLabel(/^field-notes:take-notes, skill, /))).toBeVisible();
    const report = page.getByRole('region', { name: 'Rollback report' });
    await expect(report).toContainText('rolled back');
    await expect(report).toContainText('nothing was published');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(code);
    await expect(alert).toContainText(cause);
    await expect(alert).toContainText(action);
    expect(await inForce(screen, desktop)).toEqual(before);

    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Overview' }).click();
    const needs = page.getByRole('list', { name: 'What needs a person' });
    await expect(needs.getByRole('listitem')).toContainText('Batch for generation 2 of demo failed');
    await terminal.waitFor(/^batch\.apply of demo refused/m);
    expect(await terminal.text()).toContain(`[${code}]`);
    expect(await terminal.text()).toMatch(cause);
    expect(await terminal.text()).toMatch(new RegExp(`What to do: .*${action}`));

    // The same session takes the next batch as if nothing had been.
    await (await CapabilitiesScreen.open(page)).apply('1.1.0', 2);
  });
}

test('a batch that is cancelled while it prepares is undone, and nothing of it was ever published', async ({
  environment,
  openConsole,
}) => {
  const desktop = await (await openConsole()).ready();
  const { page } = desktop;
  const screen = await CapabilitiesScreen.open(page);
  const before = await inForce(screen, desktop);
  const dialog = await screen.openBatchDialog();
  await dialog.getByRole('checkbox', { name: 'field-notes 1.1.0' }).check();
  await dialog
    .getByRole('textbox', { name: 'Another folder' })
    .fill(await faultyPackage(environment, 'never-answers'));
  await dialog.getByRole('button', { name: 'Read folder' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'never-answers 1.0.0' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Apply as generation 2' }).click();
  await expect(dialog).toBeHidden();

  await expect(screen.wave(1).and(page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
  await expect(screen.wave(1).and(page.getByLabel('never-answers, mcp, preparing'))).toBeVisible();
  await expect(
    screen.timeline.getByRole('img', { name: 'Generation 2, preparing, 2 of 3 prepared' }),
  ).toBeVisible();
  await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, current/);
  expect(await notebookServers(desktop.mainPid)).toHaveLength(2);

  await page.getByRole('button', { name: 'Cancel batch' }).click();
  await expect(screen.wave(1).and(page.getByLabel('notebook, mcp, rolled back'))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rollback report' })).toContainText('nothing was published');
  await expect(screen.wave(1).and(page.getByLabel('never-answers, mcp, cancelled'))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Batch for generation 2' })).toContainText('cancelled in');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await inForce(screen, desktop)).toEqual(before);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'What needs a person' })).toContainText('Nothing needs you.');
});

for (const [what, code, folderOf] of [
  ['holds no package', 'not-a-package', (folder: string) => folder],
  ['is not there', 'missing', (folder: string) => `${folder}/nowhere`],
] as const) {
  test(`a folder that ${what} is refused in the dialog and on the terminal, and changes nothing`, async ({
    environment,
    openConsole,
  }) => {
    const desktop = await (await openConsole()).ready();
    const { page, terminal } = desktop;
    const folder = folderOf(await scratchFolder(environment, 'empty'));
    const screen = await CapabilitiesScreen.open(page);
    const before = await inForce(screen, desktop);
    const dialog = await screen.openBatchDialog();
    const choices = await dialog.getByRole('checkbox').count();
    await dialog.getByRole('textbox', { name: 'Another folder' }).fill(folder);
    await dialog.getByRole('textbox', { name: 'Another folder' }).press('Enter');
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText(code);
    await expect(alert).toContainText(folder);
    await expect(alert).toContainText(/Choose the folder|check the path/);
    await expect(dialog.getByRole('checkbox')).toHaveCount(choices);
    await expect(dialog.getByRole('textbox', { name: 'Another folder' })).toHaveValue(folder);
    await terminal.waitFor(new RegExp(`^The folder is not used {2}\\[${code}\\]`, 'm'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await inForce(screen, desktop)).toEqual(before);
    expect(desktop.faults.all).toEqual([]);
  });
}

/** What no refused batch may change: the stamp, the generations, and the servers that run. */
async function inForce(screen: CapabilitiesScreen, desktop: DesktopConsole): Promise<unknown> {
  await screen.showTable();
  await expect(screen.cell(1, 'State')).toHaveText('current');
  const generations = await screen.generations.getByRole('row').allTextContents();
  await screen.showTimeline();
  await expect
    .poll(async () => (await notebookServers(desktop.mainPid)).map(({ edition }) => edition))
    .toEqual(['1.0.0, in pencil']);
  return { generations, servers: await notebookServers(desktop.mainPid) };
}
