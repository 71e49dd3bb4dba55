import type { StateStoreDriver, StateStoreEnvironment } from '../contract/state-store-driver.js';
import type { SqlitePersistence } from '../persistence/sqlite-persistence.js';

/** Where a store keeps its records: in one of the backends that come with this entry, or in that of a driver. */
export type StateStoreConfig = MemoryStoreConfig | SqliteStoreConfig | StateStoreDriver;

export type SqliteStoreConfig = SqliteFileConfig | SqlitePersistenceConfig;

interface EmbeddedStoreConfig extends StateStoreEnvironment {
  /** Bytes at which writes are refused with `store-full`; 1 GiB by default. */
  readonly maxBytes?: number | undefined;
}

/** Plain structures in memory with the same semantics, for tests and throw-away work. Nothing is durable. */
export interface MemoryStoreConfig extends EmbeddedStoreConfig {
  readonly backend: 'memory';
}

interface EmbeddedSqliteConfig extends EmbeddedStoreConfig {
  readonly backend: 'sqlite';
  /**
   * The bytes of sql.js's `sql-wasm.wasm`, for bundles that do not lay that file beside themselves. The first
   * store of a process decides; by default sql.js reads its own.
   */
  readonly wasmBinary?: Uint8Array | undefined;
}

/** SQLite compiled to WebAssembly, with a journal on a file. One process owns a file at a time. */
export interface SqliteFileConfig extends EmbeddedSqliteConfig {
  /** A file in a folder that exists, or `:memory:`. */
  readonly location: string;
  readonly persistence?: undefined;
  /**
   * What a resolved commit has survived. `fsync`, the default: the machine's loss of power. `os`: the death of
   * the process only; no sync call is made for a commit, and a loss of power may cost the last commits, or leave a journal that
   * is refused as `corrupt`.
   */
  readonly durability?: 'fsync' | 'os' | undefined;
  /**
   * The path or file URL of the module `@changeover/storage-kit/checkpoint-worker`, for bundles: it folds the journal of
   * a store beyond 4 MiB in a thread of its own. Where it is not found, the thread of the store does that, and waits.
   */
  readonly checkpointWorker?: string | URL | undefined;
}

/** SQLite compiled to WebAssembly, kept where a caller says. What a resolved commit has survived is the persistence's. */
export interface SqlitePersistenceConfig extends EmbeddedSqliteConfig {
  readonly persistence: SqlitePersistence;
  readonly location?: undefined;
}
