import * as z from 'zod/mini';
import { CleanupReport } from '../../protocol/batch.js';
import type { CleanupsSeen } from './unseen-cleanups.js';

const STORAGE_KEY = 'changeover.cleanups';
const Stored = z.object({
  unseen: z.array(z.object({ session: z.string(), report: CleanupReport })),
  seen: z.array(z.string()),
});

/** What this browser kept; nothing where it kept nothing, or something else. */
export function readCleanups(): CleanupsSeen {
  try {
    const parsed = Stored.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
    return parsed.success ? parsed.data : { unseen: [], seen: [] };
  } catch {
    return { unseen: [], seen: [] };
  }
}

export function writeCleanups(cleanups: CleanupsSeen): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(cleanups));
  } catch {
    // Storage may be refused; what was not seen then lasts as long as the page.
  }
}
