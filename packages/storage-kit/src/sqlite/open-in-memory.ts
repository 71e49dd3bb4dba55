import type { Clock } from '../contract/clock.js';
import { SnapshotStore } from '../transaction/snapshot-store.js';
import { createDatabase } from './snapshot-schema.js';
import { loadEngine } from './sqlite-engine.js';
import { checkSqliteOptions, type SqliteOptions } from './sqlite-options.js';
import { SqliteTable } from './sqlite-table.js';

/** A store in SQLite that is kept nowhere. */
export async function openInMemory(options: SqliteOptions, clock: Clock): Promise<SnapshotStore> {
  checkSqliteOptions(options);
  const engine = await loadEngine(options.wasmBinary);
  options.signal?.throwIfAborted();
  return new SnapshotStore({
    table: new SqliteTable(createDatabase(engine)),
    maxBytes: options.maxBytes,
    clock,
  });
}
