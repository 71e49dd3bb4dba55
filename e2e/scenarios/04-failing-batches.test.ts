import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { faultyPackage, type ServerFault } from '../harness/faulty-package.js';
import { expect, test } from '../harness/fixtures.js';
import { inForce } from '../harness/in-force.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { descendants } from '../harness/process-status.js';
import { scratchFolder } from '../harness/scratch-folder.js';
import { openOverview } from '../harness/sessions.js';

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

test('a batch that fails publishes nothing, undoes what was ready, and says why where it failed', async ({
  environment,
  openConsole,
}) => {
  // Six scenarios in one console.
  test.slow();
  const desktop = await (await openConsole()).ready();
  const { page, terminal } = desktop;
  const packages = await PackagesScreen.open(page);

  const empty = await scratchFolder(environment, 'empty');
  const rows = await packages.table.getByRole('row').allTextContents();
  for (const [code, folder] of [
    ['not-a-package', empty],
    ['missing', `${empty}/nowhere`],
  ] as const) {
    await test.step(`a folder that is refused: ${code}`, async () => {
      const dialog = await packages.store(folder);
      const alert = dialog.getByRole('alert');
      await expect(alert).toContainText(code);
      await expect(alert).toContainText(folder);
      await expect(alert).toContainText(/Choose the folder|check the path/);
      await expect(dialog.getByRole('textbox', { name: /folder/i })).toHaveValue(folder);
      await terminal.waitFor(new RegExp(`\\[${code}\\]`));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      expect(await packages.table.getByRole('row').allTextContents()).toEqual(rows);
    });
  }

  for (const { fault } of FAILURES) {
    await packages.install(await faultyPackage(environment, fault), { allow: [fault] });
  }
  await packages.install('mill-gauge 1.0.0', { allow: ['wheel', 'gauge'] });
  const screen = await CapabilitiesScreen.open(page);
  const before = await inForce(screen, desktop);
  for (const { fault, code, cause, action } of FAILURES) {
    await test.step(`a server that ${fault}`, async () => {
      await CapabilitiesScreen.open(page);
      await screen.beginBatch(2, { only: ['field-notes 1.0.0', `${fault} 1.0.0`] });

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

      await openOverview(page);
      const needs = page.getByRole('list', { name: 'What needs a person' });
      await expect(needs.getByRole('listitem')).toContainText('Batch failed: generation 2 of demo');
      await terminal.waitFor(new RegExp(`^batch\\.apply of demo failed.*\\[${code}\\]`, 'm'));
      expect(await terminal.text()).toMatch(cause);
      expect(await terminal.text()).toMatch(new RegExp(`What to do: .*${action}`));
    });
  }

  await test.step('a server that fails late, when another one is ready', async () => {
    await CapabilitiesScreen.open(page);
    await screen.beginBatch(2, { only: ['mill-gauge 1.0.0'] });
    await expect(screen.wave(1).and(page.getByLabel('wheel, mcp, prepared'))).toBeVisible();
    const failed = screen.wave(1).and(page.getByLabel('gauge, mcp, failed'));
    await expect(failed).toContainText('server-exited');
    await expect(failed).toContainText('the gauge has no float');
    await expect(screen.wave(1).and(page.getByLabel('wheel, mcp, rolled back'))).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rollback report' })).toContainText('1 effect closed');
    expect(await millServers(desktop.mainPid)).toEqual([]);
    expect(await inForce(screen, desktop)).toEqual(before);
  });

  await test.step('the same session takes the next batch as if nothing had been', () =>
    screen.apply(2, { only: ['field-notes 1.0.0'] }));
  expect(desktop.faults.all).toEqual([]);
});

/** The servers of the package whose second one fails, as the kernel knows them. */
async function millServers(console: number): Promise<readonly string[]> {
  const found = await descendants(console);
  return found.filter(({ command }) => /\/(wheel|gauge)\.mjs/.test(command)).map(({ command }) => command);
}
