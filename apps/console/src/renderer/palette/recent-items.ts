import { RECENT_ITEMS_MAX } from './limits.js';

const STORAGE_KEY = 'changeover.palette-recent';

/** Ids of what was chosen last, the newest first. Kept in this browser, since it is one person's habit. */
export function recentItems(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((id) => typeof id === 'string').slice(0, RECENT_ITEMS_MAX)
      : [];
  } catch {
    return [];
  }
}

export function rememberItem(id: string): void {
  const ids = [id, ...recentItems().filter((other) => other !== id)].slice(0, RECENT_ITEMS_MAX);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
  } catch {
    // Storage may be refused; then nothing is remembered.
  }
}
