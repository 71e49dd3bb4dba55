export const ours = 'storage-kit sqlite (fsync)';
export const native = 'better-sqlite3 (WAL, synchronous=FULL)';
export const exported = 'sql.js, export and fsync per commit';

/** What is compared, by name, with the durability that it is opened with. Each is loaded when it is opened. */
export const openSubject = {
  [ours]: async (folder) => (await import('../../subjects/changeover.mjs')).openChangeover(folder),
  [native]: async (folder) => (await import('../../subjects/better-sqlite3.mjs')).openBetterSqlite3(folder),
  'classic-level (sync)': async (folder) =>
    (await import('../../subjects/classic-level.mjs')).openClassicLevel(folder),
  'lmdb (synced commits)': async (folder) => (await import('../../subjects/lmdb.mjs')).openLmdb(folder),
  'node-sqlite3-wasm (WAL, synchronous=FULL)': async (folder) =>
    (await import('../../subjects/node-sqlite3-wasm.mjs')).openNodeSqlite3Wasm(folder),
  'PGlite (strict durability)': async (folder) =>
    (await import('../../subjects/pglite.mjs')).openPglite(folder),
  [exported]: async (folder) => (await import('../../subjects/sql-js-export.mjs')).openSqlJsExport(folder),
};
