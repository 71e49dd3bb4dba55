import type { CleanupReport } from '../../protocol/batch.js';
import type { Session } from '../../protocol/session.js';
import { FAILED_CLEANUPS_MAX } from './limits.js';

/** A cleanup that left something behind. */
export interface FailedCleanup {
  readonly session: string;
  readonly report: CleanupReport;
}

export function cleanupKey({ session, report }: FailedCleanup): string {
  return `${session} ${report.at}`;
}

/**
 * The failed cleanups that are known, the newest last, and those that the sessions tell of: a session tells only of its
 * last one, so each is kept as it comes.
 */
export function withFailedCleanups(
  known: readonly FailedCleanup[],
  sessions: readonly Session[],
): readonly FailedCleanup[] {
  const keys = new Set(known.map(cleanupKey));
  const fresh = sessions.flatMap(({ id, lastCleanup }) => {
    if (lastCleanup === null || lastCleanup.failures.length === 0) return [];
    const failed: FailedCleanup = { session: id, report: lastCleanup };
    return keys.has(cleanupKey(failed)) ? [] : [failed];
  });
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-FAILED_CLEANUPS_MAX);
}
