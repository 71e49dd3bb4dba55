export type {
  CommandDocument,
  ExportDocument,
  FailureDocument,
  ImportDocument,
  InspectDocument,
  RecoverDocument,
  TextDocument,
  VerifyDocument,
} from './command-line/documents.js';
export type { AbortOptions } from './contract/abort-options.js';
export type { Clock } from './contract/clock.js';
export type { StateChange, StateWatchRequest } from './contract/state-change.js';
export type {
  StateCommit,
  StateStoreBackend,
  StateTransactionBackend,
} from './contract/state-store-backend.js';
export type { StateStoreDriver, StateStoreEnvironment } from './contract/state-store-driver.js';
export type { StateStoreRecovery, StateStoreStats } from './contract/state-store-stats.js';
export {
  isStateStoreError,
  StateStoreError,
  type StateStoreErrorCode,
  type StateStoreErrorDetails,
} from './errors/state-store-error.js';
export type { JsonValue } from './model/json-value.js';
export { type StateKey, stateKey } from './model/state-key.js';
export type { StateListRequest, StateListResponse } from './model/state-list.js';
export type { StateRecord, StateRecordSnapshot } from './model/state-record.js';
export type { SqlitePersisted, SqlitePersistence } from './persistence/sqlite-persistence.js';
export { StateStore } from './store/state-store.js';
export type {
  MemoryStoreConfig,
  SqliteFileConfig,
  SqlitePersistenceConfig,
  SqliteStoreConfig,
  StateStoreConfig,
} from './store/state-store-config.js';
export {
  type StateTransactionScope,
  type TransactEnvironment,
  type TransactOptions,
  transact,
} from './transaction/transact.js';
