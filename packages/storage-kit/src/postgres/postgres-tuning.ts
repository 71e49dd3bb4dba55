// How this engine paces itself and parts its work. Nobody can tell but by the time that something takes; what a user meets is in limits.ts.

/** How long a watch of PostgreSQL waits before it looks again, for the case that a notification was lost. */
export const postgresPollMs = 5000;
/** Upper bound of the first pause before something is tried again; it doubles with each attempt. */
export const postgresFirstPauseMs = 8;
/** Upper bound of any such pause. */
export const postgresLongestPauseMs = 1000;
/** How long a listening connection is kept when nobody waits any more. */
export const postgresListenerIdleMs = 10_000;
/** Superseded versions, or commits, that are removed by one statement. */
export const prunePortion = 5000;
/** Longest time between two looks for what may be removed, while there are commits. */
export const pruneIntervalMs = 30_000;
/** Records in one page of a watch of a shared store; a commit is never split, so there may be more. */
export const watchPageRecords = 1000;
/** Bytes of values after which such a page takes no further commit. */
export const watchPageBytes = 16 * 1024 * 1024;
