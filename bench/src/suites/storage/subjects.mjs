import { openBetterSqlite3 } from '../../subjects/better-sqlite3.mjs';
import { openChangeover } from '../../subjects/changeover.mjs';
import { openClassicLevel } from '../../subjects/classic-level.mjs';
import { openLmdb } from '../../subjects/lmdb.mjs';
import { openNodeSqlite3Wasm } from '../../subjects/node-sqlite3-wasm.mjs';
import { openPglite } from '../../subjects/pglite.mjs';
import { openSqlJsExport } from '../../subjects/sql-js-export.mjs';

export const ours = 'storage-kit sqlite (fsync)';
export const native = 'better-sqlite3 (WAL, synchronous=FULL)';
export const exported = 'sql.js, export and fsync per commit';

/** What is compared, by name, with the durability that it was opened with. */
export const openSubject = {
  [ours]: openChangeover,
  [native]: openBetterSqlite3,
  'classic-level (sync)': openClassicLevel,
  'lmdb (synced commits)': openLmdb,
  'node-sqlite3-wasm (WAL, synchronous=FULL)': openNodeSqlite3Wasm,
  'PGlite (strict durability)': openPglite,
  [exported]: openSqlJsExport,
};
