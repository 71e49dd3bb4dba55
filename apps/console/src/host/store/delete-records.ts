import type { StateKey, StateStore } from '@changeover/storage-kit';
import { TRANSACTION_LINES_MAX } from '../limits.js';

/** Deletes records in the order given, some at a time: a crash leaves the rest for the next start. */
export async function deleteRecords(store: StateStore, keys: readonly StateKey[]): Promise<void> {
  for (let start = 0; start < keys.length; start += TRANSACTION_LINES_MAX) {
    const part = keys.slice(start, start + TRANSACTION_LINES_MAX);
    await store.transact(async (transaction) => {
      for (const key of part) await transaction.delete(key);
    });
  }
}
