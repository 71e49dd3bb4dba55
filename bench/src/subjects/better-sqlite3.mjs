import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Native SQLite in WAL mode; FULL syncs the WAL at each commit. It blocks its thread meanwhile. */
export async function openBetterSqlite3(folder) {
  const database = new Database(join(folder, 'better-sqlite3.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'CREATE TABLE records (id INTEGER PRIMARY KEY, namespace TEXT, key TEXT, value TEXT, UNIQUE (namespace, key))',
  );
  const upsert = database.prepare(
    'INSERT INTO records (namespace, key, value) VALUES (?, ?, ?) ' +
      'ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value',
  );
  const select = database.prepare('SELECT value FROM records WHERE namespace = ? AND key = ?');
  return {
    commit: async (key, value) => upsert.run('bench', key, JSON.stringify(value)),
    load: async (key) => JSON.parse(select.get('bench', key).value),
    close: async () => database.close(),
  };
}
