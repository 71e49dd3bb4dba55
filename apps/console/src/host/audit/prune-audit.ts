import type { StateStore } from '@changeover/storage-kit';
import type { Activity } from '../../protocol/activity.js';
import { AUDIT_AGE_MAX_MS, AUDIT_LINES_MAX, TRANSACTION_LINES_MAX } from '../limits.js';
import { recordKey } from '../records/record-keys.js';

/** Deletes the lines that are too old or too many, oldest first. Returns how many. */
export async function pruneAudit(
  store: StateStore,
  oldestFirst: readonly Activity[],
  now: number,
): Promise<number> {
  const excess = oldestFirst.length - AUDIT_LINES_MAX;
  const doomed = oldestFirst.filter((line, index) => index < excess || line.at < now - AUDIT_AGE_MAX_MS);
  for (let start = 0; start < doomed.length; start += TRANSACTION_LINES_MAX) {
    const part = doomed.slice(start, start + TRANSACTION_LINES_MAX);
    await store.transact(async (transaction) => {
      for (const { sequence } of part) await transaction.delete(recordKey.audit(sequence));
    });
  }
  return doomed.length;
}
