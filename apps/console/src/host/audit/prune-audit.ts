import type { StateStore } from '@changeover/storage-kit';
import type { Activity } from '../../protocol/activity.js';
import { AUDIT_AGE_MAX_MS, AUDIT_LINES_MAX } from '../limits.js';
import { recordKey } from '../records/record-keys.js';
import { deleteRecords } from '../store/delete-records.js';

/** Deletes the lines that are too old or too many, oldest first. Returns those that stay. */
export async function pruneAudit(
  store: StateStore,
  oldestFirst: readonly Activity[],
  now: number,
): Promise<readonly Activity[]> {
  const excess = oldestFirst.length - AUDIT_LINES_MAX;
  const isDoomed = (line: Activity, index: number): boolean =>
    index < excess || line.at < now - AUDIT_AGE_MAX_MS;
  const doomed = oldestFirst.filter(isDoomed);
  await deleteRecords(
    store,
    doomed.map(({ sequence }) => recordKey.audit(sequence)),
  );
  return oldestFirst.filter((line, index) => !isDoomed(line, index));
}
