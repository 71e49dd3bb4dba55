import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The store's snapshot in a console's data folder. */
export function storeFile(userData: string): string {
  return join(userData, 'console.sqlite');
}

/** The newest part of the store's journal. */
export async function journalOf(userData: string): Promise<string> {
  const segments = (await readdir(userData)).filter((name) => name.startsWith('console.sqlite.segment-'));
  const newest = segments.sort().at(-1);
  if (newest === undefined) throw new Error(`There is no journal in ${userData}`);
  return join(userData, newest);
}
