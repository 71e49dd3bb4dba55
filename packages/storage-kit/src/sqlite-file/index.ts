export { type SqliteFileStoreConfig, sqliteFileStore } from './sqlite-file-store.js';
