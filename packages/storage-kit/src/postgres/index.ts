export type { PostgresStoreOptions } from './postgres-options.js';
export { postgresStore } from './postgres-store.js';
