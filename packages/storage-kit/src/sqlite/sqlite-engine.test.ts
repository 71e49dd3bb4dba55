import { beforeAll, expect, test } from 'vitest';
import { createDatabase } from './snapshot-schema.js';
import { loadEngine, type SqliteEngine } from './sqlite-engine.js';

// What the snapshot relies on in this version of sql.js; other versions differ.

let engine: SqliteEngine;

beforeAll(async () => {
  engine = await loadEngine(undefined);
});

const insert = "INSERT INTO records (namespace, key, value, revision) VALUES ('n', 'k', '1', 1)";

test('prepared statements go on after an export', () => {
  const database = createDatabase(engine);
  const count = database.prepare('SELECT count(*) FROM records');
  database.run(insert);
  database.export();
  expect(count.step() && count.get()).toEqual([1]);
  count.reset();
  database.run("UPDATE records SET key = 'l'");
  database.close();
});

test('the settings of the session survive an export', () => {
  const database = createDatabase(engine);
  database.export();
  const setting = (name: string) => database.exec(`PRAGMA ${name}`)[0]?.values[0]?.[0];
  expect([setting('locking_mode'), setting('journal_mode'), setting('synchronous')]).toEqual([
    'exclusive',
    'memory',
    0,
  ]);
  database.close();
});

test('an export inside a write transaction throws instead of ending it', () => {
  const database = createDatabase(engine);
  database.run('BEGIN');
  database.run(insert);
  expect(() => database.export()).toThrow();
  database.run('COMMIT');
  expect(database.exec('SELECT count(*) FROM records')[0]?.values).toEqual([[1]]);
  database.close();
});
