import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';

/** WASM SQLite on the file itself; FULL syncs the WAL at each commit. It blocks its thread meanwhile. */
export async function openNodeSqlite3Wasm(folder) {
  const database = new sqlite.Database(join(folder, 'node-sqlite3-wasm.sqlite'));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE records (id INTEGER PRIMARY KEY, key TEXT UNIQUE, value TEXT)');
  const upsert = database.prepare(
    'INSERT INTO records (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const select = database.prepare('SELECT value FROM records WHERE key = ?');
  return {
    commit: async (key, value) => upsert.run([key, JSON.stringify(value)]),
    load: async (key) => JSON.parse(select.get([key]).value),
    close: async () => {
      upsert.finalize();
      select.finalize();
      database.close();
    },
  };
}
