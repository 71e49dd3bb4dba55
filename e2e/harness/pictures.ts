import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';

/**
 * Folder for the pictures of the documents, from the root of the repository. Without it none are taken: a scenario that
 * passes through what they show goes on.
 */
const FOLDER = process.env['CHANGEOVER_PICTURES'];

/** Between what was done and its picture, so that times are seen to pass. */
const PAUSE_MS = 4_000;

/** How a browser shows pages, if pictures of them are to be taken. */
export const pictureOptions: BrowserContextOptions =
  FOLDER === undefined
    ? {}
    : {
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1.5,
        colorScheme: 'dark',
      };

/** Takes a picture of what a page in the browser shows now, if any are to be taken. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined || page.url().startsWith('app:')) return;
  await page.waitForTimeout(PAUSE_MS);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: resolve(import.meta.dirname, '../..', FOLDER, `${name}.png`) });
}
