// How this engine paces itself and parts its work. Nobody can tell but by the time that something takes; what a user meets is in limits.ts.

/** Upper bound of the first pause between two attempts at Lance; it doubles with each attempt. */
export const lanceFirstPauseMs = 4;
/** Upper bound of any pause between two attempts at Lance. */
export const lanceLongestPauseMs = 250;
/** Milliseconds after which one who waits for it looks again. */
export const lanceReservationPollMs = 20;
/** Bytes of commits in the head from which on they are moved out of it. */
export const lanceFoldBytes = 64 * 1024;
/** Commits in the head from which on they are moved out of it. */
export const lanceFoldCommits = 64;
/** Points in time that the head remembers within the time for which history is kept. */
export const lanceTimeMarks = 8;
/** Fragments of the versions' table from which on it is compacted. */
export const lanceCompactFragments = 32;
/** Rows of the versions' table from which on its keys have an index: a lookup without one takes as long as a scan. */
export const lanceIndexRows = 10_000;
/** Most keys that one deletion of superseded versions names. */
export const lancePruneKeys = 256;
/** Most commits whose superseded versions one step of pruning deletes. */
export const lancePruneCommits = 256;
/** Most rows that one query for changes returns: more than the largest transaction has. */
export const lanceChangePage = 20_000;
/** Most values that one query names. */
export const lanceValuePage = 256;
/** Milliseconds after which a store in Lance that is watched looks for commits of other processes again. */
export const lanceFirstPollMs = 100;
/** The same once nothing has been committed for a while. */
export const lanceLongestPollMs = 1000;
/** Bytes up to which a group of commits is written into the head of a store in Lance itself. */
export const maxLanceInlineGroupBytes = 32 * 1024;
/** Most bytes of commits in the head: a commit that would pass it first moves them out. */
export const maxLanceInlineBytes = 256 * 1024;
/** Most commits in the head. */
export const maxLanceInlineCommits = 512;
/** Most groups outside the head whose rows are not marked as settled yet. */
export const maxLanceDeposits = 64;
/** Tokens of the last writes of the head that it keeps, so that an attempt of unknown outcome finds its own. */
export const lanceKeptTokens = 256;
/** Times that a single operation of Lance is tried again after it failed. */
export const maxLanceRetries = 4;
