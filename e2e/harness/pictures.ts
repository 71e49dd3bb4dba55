import { resolve } from 'node:path';
import type { Page } from '@playwright/test';

/**
 * Folder for the pictures of the documents, from the root of the repository. Without it none are taken: a scenario that
 * passes through what they show goes on.
 */
const FOLDER = process.env['CHANGEOVER_PICTURES'];

const SIZE = { width: 1280, height: 800 };
const PIXELS_PER_POINT = 1.5;

/** Between what was done and its picture, so that times are seen to pass. */
const PAUSE_MS = 4_000;

/** Gives a page in Chromium the size and the look of the pictures, if any are to be taken. */
export async function prepareForPictures(page: Page): Promise<void> {
  if (FOLDER === undefined) return;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...SIZE,
    deviceScaleFactor: PIXELS_PER_POINT,
    mobile: false,
  });
}

/** Takes a picture of what the page shows now, if any are to be taken, and the page has their size. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined || page.url().startsWith('app:')) return;
  await page.waitForTimeout(PAUSE_MS);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: resolve(import.meta.dirname, '../..', FOLDER, `${name}.png`) });
}
