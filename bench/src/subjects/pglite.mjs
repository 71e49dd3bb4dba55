import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** PostgreSQL compiled to WASM, on a folder, with its strict durability. */
export async function openPglite(folder) {
  const database = await PGlite.create(join(folder, 'pglite'), { relaxedDurability: false });
  await database.exec('CREATE TABLE records (key text PRIMARY KEY, value jsonb)');
  return {
    commit: (key, value) =>
      database.query(
        'INSERT INTO records VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        [key, value],
      ),
    load: async (key) =>
      (await database.query('SELECT value FROM records WHERE key = $1', [key])).rows[0].value,
    close: () => database.close(),
  };
}
