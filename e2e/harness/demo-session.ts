import { expect, type Page } from '@playwright/test';

/** Waits until the page shows the session of the demonstration project in a generation. */
export async function expectDemoSession(page: Page, generation: number): Promise<void> {
  const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: /demo/ });
  await expect(row).toContainText(`generation ${generation}`);
}
