import type { Page } from '@playwright/test';
import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import { expect, test } from '../harness/fixtures.js';
import { notebookServers } from '../harness/notebook-servers.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import { gone, isAlive } from '../harness/process-status.js';
import { RunsScreen } from '../harness/runs-screen.js';
import { openOverview, sessionRow } from '../harness/sessions.js';

const PENCIL = '1.0.0, in pencil';
const INK = '1.1.0, in ink';

test('in the window, a live run keeps its generation across a cutover, and all of it is there after a restart', async ({
  openConsole,
}) => {
  const first = await (await openConsole()).ready();
  const done = await cutOverUnderALiveRun(first.page, first.mainPid);
  expect(first.faults.all).toEqual([]);
  expect(await first.quit()).toBe(0);

  const second = await (await openConsole()).ready();
  expect(await outcomeOf(second.page)).toEqual(done);
  expect((await notebookServers(second.mainPid)).map(({ edition }) => edition)).toEqual([INK]);
});

test('in a browser, a live run keeps its generation across a cutover', async ({ serveConsole, context }) => {
  const server = await serveConsole();
  const page = await context.newPage();
  await page.goto(await server.address());
  await cutOverUnderALiveRun(page, server.pid);
});

/** Starts a run on generation 1, publishes generation 2 meanwhile, and lets the run end. */
async function cutOverUnderALiveRun(page: Page, console: number): Promise<unknown> {
  let runs = await RunsScreen.open(page);
  const old = await runs.start('Hold the notebook');
  await expect(runs.row(old)).toContainText('waiting for you');
  await expect(runs.row(old)).toContainText('generation 1');
  await expect(runs.row(old)).toContainText('held');
  const [pencil, ...others] = await notebookServers(console);
  expect(others).toEqual([]);
  if (pencil === undefined) throw new Error('Generation 1 has no server');
  expect(pencil.edition).toBe(PENCIL);

  let screen = await CapabilitiesScreen.open(page);
  await expect(screen.thread(old)).toHaveAccessibleName(`Run ${old}, waiting for you, in generation 1`);
  await (await PackagesScreen.open(page)).install('field-notes 1.1.0', { allow: ['notebook'] });
  screen = await CapabilitiesScreen.open(page);
  const dialog = await screen.openBatchDialog();
  await expect(dialog.getByRole('checkbox', { name: 'field-notes 1.1.0' })).toBeChecked();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(`1 run stays pinned${old}`);
  await dialog.getByRole('button', { name: 'Apply as generation 2' }).click();
  await expect(screen.band(2)).toHaveAccessibleName(/^Generation 2, current/);
  await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, draining, 1 pin /);
  await expect(screen.thread(old)).toHaveAccessibleName(
    `Run ${old}, waiting for you, pinned to generation 1`,
  );
  await screen.showTable();
  await expect(screen.cell(1, 'State')).toHaveText('draining');
  await expect(screen.cell(1, 'Pins')).toHaveText('1');
  await expect(screen.cell(2, 'State')).toHaveText('current');
  await expect(screen.cell(2, 'Pins')).toHaveText('0');
  const [, ink] = await notebookServers(console);
  expect(ink?.edition).toBe(INK);
  expect(await isAlive(pencil.pid)).toBe(true);

  runs = await RunsScreen.open(page);
  const fresh = await runs.start('Take one note');
  await expect(runs.row(fresh)).toContainText('completed');
  await expect(runs.row(fresh)).toContainText('generation 2');
  await expect(runs.part('Last tool call')).toContainText(INK);
  await expect(runs.part('Answer')).toContainText(INK);

  await runs.select(old);
  await expect(runs.row(old)).toContainText('generation 1');
  await expect(runs.row(old)).toContainText('held');
  await expect(runs.part('Why')).toContainText('as soon as this run ends');
  await runs.inspector.getByRole('button', { name: 'Continue run' }).click();
  await expect(runs.row(old)).toContainText('completed');
  await expect(runs.row(old)).toContainText('released');
  await expect(runs.part('State')).toContainText('3 · 3 tool calls');
  await expect(runs.part('Last tool call')).toContainText(PENCIL);
  await expect(runs.part('Answer')).toContainText('the notebook that I began with');
  await expect(runs.part('Answer')).toContainText(PENCIL);

  screen = await CapabilitiesScreen.open(page);
  await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, retired/);
  await gone(pencil.pid);
  expect(await notebookServers(console)).toEqual([ink]);
  return outcomeOf(page);
}

/** Asserts that nothing is live any more, and reads what is left: the session, its generations and its runs. */
async function outcomeOf(page: Page): Promise<Record<string, readonly string[]>> {
  await openOverview(page);
  // After a restart its generation is published again first.
  await expect(sessionRow(page, 'demo')).toContainText('open');
  await expect(page.getByRole('region', { name: 'What needs a person' })).toContainText('Nothing needs you.');
  const sessions = await page.getByRole('table', { name: 'Sessions' }).getByRole('row').allTextContents();

  const screen = await CapabilitiesScreen.open(page);
  await screen.showTable();
  await expect(screen.cell(1, 'State')).toHaveText('retired');
  await expect(screen.cell(1, 'Pins')).toHaveText('0');
  await expect(screen.cell(2, 'State')).toHaveText('current');
  await expect(screen.cell(2, 'Pins')).toHaveText('0');
  const generations = await screen.generations.getByRole('row').allTextContents();
  await screen.row(1).getByRole('link').click();
  await expect(screen.inspector.getByRole('region', { name: 'State' })).toContainText('effects closed1');
  await expect(screen.inspector.getByRole('region', { name: 'Held by 0 runs' })).toBeVisible();

  const runs = await RunsScreen.open(page);
  await expect(runs.table.getByRole('row')).toHaveCount(3);
  return { sessions, generations, runs: await runs.table.getByRole('row').allTextContents() };
}
