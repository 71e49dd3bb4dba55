import { isStateStoreError, StateStoreError } from '../errors/state-store-error.js';
import type { StateKey } from '../model/state-key.js';

/** A record in a store that no store would have accepted. */
export function corruptRecord(key: StateKey, cause: unknown): unknown {
  if (!isStateStoreError(cause)) return cause;
  return new StateStoreError('corrupt', `The store was edited or damaged: ${cause.message}`, { key, cause });
}
