import { expect, type Locator, type Page } from '@playwright/test';

/** The session's row on the overview. */
export function sessionRow(page: Page, session: string): Locator {
  return page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: new RegExp(`^${session} `) });
}

export async function openOverview(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

/** Makes a session, which leads to its screen. */
export async function createSession(page: Page, session: string): Promise<void> {
  await openOverview(page);
  await page.getByRole('button', { name: 'New session…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(session);
  await dialog.getByRole('button', { name: 'Create session' }).click();
  await expect(page.getByRole('heading', { level: 1, name: session })).toBeVisible();
}

/** On the session's screen: opens the dialog that closes it, and gives the button that does it. */
export async function openCloseDialog(page: Page, session: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Close session…' }).click();
  const dialog = page.getByRole('dialog', { name: `Close session ${session}?` });
  await dialog.getByRole('textbox', { name: 'Type the session’s name to confirm' }).fill(session);
  return dialog.getByRole('button', { name: 'Close session' });
}

/** On the session's screen: closes it. */
export async function closeSession(page: Page, session: string): Promise<void> {
  await (await openCloseDialog(page, session)).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Waits until the overview shows the session `demo` in a generation. */
export async function expectDemoSession(page: Page, generation: number): Promise<void> {
  await expect(sessionRow(page, 'demo')).toContainText(`generation ${generation}`);
}
