import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { CapabilitiesScreen } from '../harness/capabilities-screen.js';
import type { DesktopConsole } from '../harness/desktop-console.js';
import { expect, test } from '../harness/fixtures.js';
import { type GatedPackage, gatedPackage, gatedServers } from '../harness/gated-package.js';
import { inForce } from '../harness/in-force.js';
import { notebookServers } from '../harness/notebook-servers.js';
import { PackagesScreen } from '../harness/packages-screen.js';
import {
  closeSession,
  createSession,
  openCloseDialog,
  openOverview,
  sessionRow,
} from '../harness/sessions.js';

const GATED = 'gated';

/** From the moment when a server may become ready until its batch is committed, on a slow machine. */
const COMMIT_WITHIN_MS = 1_000;
const RACE_ROUNDS = 6;

test('a batch that is cancelled, or whose session is closed, is undone as a whole or was published as a whole', async ({
  environment,
  openConsole,
}) => {
  // A sweep of many rounds, each with a session of its own.
  test.slow();
  const desktop = await (await openConsole()).ready();
  const { page } = desktop;
  const gated = await gatedPackage(environment, GATED);
  await (await PackagesScreen.open(page)).install(gated.folder, { allow: [GATED] });

  await test.step('cancelled while it prepares', () => cancelWhilePreparing(desktop));
  await test.step('its session is closed while it prepares', () => closeWhilePreparing(desktop));
  const outcomes = await test.step('its session is closed while it becomes ready', () =>
    sweepOfCloses(desktop, gated));
  expect(desktop.faults.all).toEqual([]);
  expect(await desktop.quit()).toBe(0);

  const again = await (await openConsole()).ready();
  for (const [index, outcome] of outcomes.entries()) {
    await expectOutcome(again.page, `race-${index}`, outcome);
  }
});

async function cancelWhilePreparing(desktop: DesktopConsole): Promise<void> {
  const { page } = desktop;
  const screen = await CapabilitiesScreen.open(page);
  const before = await inForce(screen, desktop);
  await beginGatedBatch(screen);
  await expect(screen.timeline.getByRole('img', { name: /^Generation 2, preparing, / })).toBeVisible();
  await expect(screen.band(1)).toHaveAccessibleName(/^Generation 1, current/);
  expect(await notebookServers(desktop.mainPid)).toHaveLength(2);

  await page.getByRole('button', { name: 'Cancel batch' }).click();
  await expectUndone(screen);
  await expect(page.getByRole('region', { name: 'Rollback report' })).toContainText('nothing was published');
  await expect(page.getByRole('region', { name: 'Batch for generation 2' })).toContainText('cancelled in');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await inForce(screen, desktop)).toEqual(before);
  expect(await gatedServers(desktop.mainPid)).toEqual([]);
  await openOverview(page);
  await expect(page.getByRole('region', { name: 'What needs a person' })).toContainText('Nothing needs you.');
}

async function closeWhilePreparing({ page, mainPid }: DesktopConsole): Promise<void> {
  const screen = await CapabilitiesScreen.open(page);
  await beginGatedBatch(screen);
  await closeSession(page, 'demo');
  await expectUndone(screen);
  await openOverview(page);
  await expect(sessionRow(page, 'demo')).toContainText('closed');
  await expect(sessionRow(page, 'demo')).toContainText('generation 1');
  expect(await notebookServers(mainPid)).toEqual([]);
  expect(await gatedServers(mainPid)).toEqual([]);
}

/** Begins a batch of a server that is ready at once and one that waits, and sees it so. */
async function beginGatedBatch(screen: CapabilitiesScreen): Promise<void> {
  await screen.beginBatch(2, { tick: [`${GATED} 1.0.0`] });
  await expect(screen.wave(1).and(screen.page.getByLabel('notebook, mcp, prepared'))).toBeVisible();
  await expect(screen.wave(1).and(screen.page.getByLabel(`${GATED}, mcp, preparing`))).toBeVisible();
}

async function expectUndone(screen: CapabilitiesScreen): Promise<void> {
  await expect(screen.wave(1).and(screen.page.getByLabel('notebook, mcp, rolled back'))).toBeVisible();
  await expect(screen.wave(1).and(screen.page.getByLabel(`${GATED}, mcp, cancelled`))).toBeVisible();
}

/** Closes sessions ever nearer to the moment when their batch is committed; both outcomes must occur. */
async function sweepOfCloses(desktop: DesktopConsole, gated: GatedPackage): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const round = async (closing: Closing): Promise<Outcome> => {
    const session = `race-${outcomes.length}`;
    const outcome = await closeWhileReady(desktop, gated, session, closing);
    outcomes.push(outcome);
    return outcome;
  };
  expect(await round('before')).toBe('undone');
  expect(await round('after')).toBe('committed');
  // Between the two lies the moment of the commit: each round comes nearer to it, from whichever side.
  let early = 0;
  let late = COMMIT_WITHIN_MS;
  for (let step = 0; step < RACE_ROUNDS; step += 1) {
    const middle = (early + late) / 2;
    if ((await round(middle)) === 'undone') early = middle;
    else late = middle;
  }
  return outcomes;
}

type Outcome = 'committed' | 'undone';

/** When the session is closed: before its server may become ready, after the commit was seen, or milliseconds after the gate. */
type Closing = 'before' | 'after' | number;

/** Applies a batch to a session of its own and closes that, and says which of the two was first. */
async function closeWhileReady(
  desktop: DesktopConsole,
  gated: GatedPackage,
  session: string,
  closing: Closing,
): Promise<Outcome> {
  const { page } = desktop;
  await gated.shut();
  await createSession(page, session);
  const screen = await CapabilitiesScreen.open(page, session);
  await screen.beginBatch(1, { only: [`${GATED} 1.0.0`] });
  await expect(screen.wave(1).and(page.getByLabel(`${GATED}, mcp, preparing`))).toBeVisible();
  if (closing === 'after') {
    await gated.open();
    await expect(screen.receipt).toContainText('→ 1');
  }
  const close = await openCloseDialog(page, session);
  if (typeof closing === 'number') {
    await gated.open();
    await pause(closing);
  }
  await close.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => gatedServers(desktop.mainPid)).toEqual([]);
  const outcome = (await screen.receipt.isVisible()) ? 'committed' : 'undone';
  await expectOutcome(page, session, outcome);
  return outcome;
}

/** Asserts that a closed session's screens say, each in its own way, how its only batch ended. */
async function expectOutcome(page: Page, session: string, outcome: Outcome): Promise<void> {
  await openOverview(page);
  const row = sessionRow(page, session);
  await expect(row).toContainText('closed');
  await expect(row).toContainText(outcome === 'committed' ? 'generation 1' : 'generation 0');
  const screen = await CapabilitiesScreen.open(page, session);
  if (outcome === 'committed') {
    await screen.showTable();
    await expect(screen.cell(1, 'State')).toHaveText('retired');
    await expect(screen.cell(1, 'Pins')).toHaveText('0');
    await expect(screen.generations.getByRole('row')).toHaveCount(2);
  } else {
    await expect(page.getByText('Generation 0 holds nothing')).toBeVisible();
  }
}
