import { isStateStoreError } from '../errors/state-store-error.js';
import { encodeValue } from '../model/encode-value.js';
import { type StateKey, stateKey } from '../model/state-key.js';
import { parseValue } from '../transaction/read-records.js';

/** Which rule a record breaks that was not read from a user but from a file, in words; undefined when none. */
export function recordFault(key: StateKey, text: string | undefined): string | undefined {
  try {
    stateKey(key.namespace, key.key);
    if (text !== undefined) encodeValue({ key, value: parseValue(key, text) });
    return undefined;
  } catch (error) {
    if (isStateStoreError(error)) return error.message;
    throw error;
  }
}
