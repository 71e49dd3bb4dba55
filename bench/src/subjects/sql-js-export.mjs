import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import initSqlJs from 'sql.js';

/** sql.js as most programs make it durable: each commit exports the whole database, fsyncs and renames it. */
export async function openSqlJsExport(folder) {
  const engine = await initSqlJs();
  const database = new engine.Database();
  database.run('CREATE TABLE records (id INTEGER PRIMARY KEY, key TEXT UNIQUE, value TEXT)');
  const upsert = database.prepare(
    'INSERT INTO records (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const path = join(folder, 'sql-js.sqlite');
  return {
    put: (key, value) => upsert.run([key, JSON.stringify(value)]),
    async commit(key, value) {
      upsert.run([key, JSON.stringify(value)]);
      const file = await open(`${path}.new`, 'w');
      await file.writeFile(database.export());
      await file.sync();
      await file.close();
      await rename(`${path}.new`, path);
    },
    close: async () => database.close(),
  };
}
