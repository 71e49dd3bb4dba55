/** Longest namespace, in bytes. */
export const maxNamespaceBytes = 64;
/** Longest key, in bytes of UTF-8. */
export const maxKeyBytes = 1024;
/** Largest encoded value of one record, in bytes of UTF-8. */
export const maxValueBytes = 4 * 1024 * 1024;
/** Deepest nesting of arrays and objects in a value. */
export const maxValueDepth = 512;
/** Most records that one `list` returns. */
export const maxListLimit = 1000;
/** Most records that one transaction puts or deletes. */
export const maxTransactionChanges = 10_000;
/** Most bytes (keys and encoded values) that one transaction writes. */
export const maxTransactionBytes = 64 * 1024 * 1024;
/** Most keys and ranges that one transaction reads. */
export const maxTransactionReads = 100_000;
/** Most transactions that are open at once in one store, those whose commit waits included. */
export const maxOpenTransactions = 10_000;
/** Most bytes of overwritten records kept for open transactions; past it the oldest transaction is ended. */
export const maxHistoryBytes = 256 * 1024 * 1024;
/** Most changes that a store in this process keeps for those who watch it. */
export const maxRetainedChanges = 10_000;
/** Most bytes of changes that it keeps for them; the last group of commits is kept whatever its size. */
export const maxRetainedBytes = 16 * 1024 * 1024;
/** The same as long as nobody has watched yet. */
export const maxUnwatchedBytes = 256 * 1024;
/** A record that takes more is not kept ready: to parse it takes longer than to read it. */
export const maxCachedRecordBytes = 16 * 1024;
/** Most bytes of records that a store in SQLite keeps ready beside the database: those read last. */
export const maxCachedBytes = 16 * 1024 * 1024;
/** Most commits that share one append and one fsync. */
export const maxGroupCommits = 1024;
/** Bytes of keys and encoded values, those of deletions included, after which a group takes no further commit. */
export const maxGroupBytes = 16 * 1024 * 1024;
/** Bytes that a store holds before it refuses writes, unless the configuration says less or more. */
export const defaultMaxStoreBytes = 1024 * 1024 * 1024;
/** Times that `transact` runs its function again after a conflict, unless told otherwise. */
export const defaultTransactRetries = 4;
/** Most times that `transact` may be told to run its function again. */
export const maxTransactRetries = 1000;
/** Upper bound of the first pause between two attempts of `transact`; it doubles with each attempt. */
export const transactFirstPauseMs = 8;
/** Upper bound of any pause between two attempts of `transact`. */
export const transactLongestPauseMs = 1000;
/** A checkpoint begins when the journal is larger than this and than half the snapshot. */
export const checkpointJournalBytes = 16 * 1024 * 1024;
/** A store that is larger than this is not exported on the thread of its user, who would notice. */
export const maxExportBytes = 4 * 1024 * 1024;
/** How long the thread of a checkpoint may take. */
export const checkpointTimeoutMs = 10 * 60 * 1000;
/** Bytes that a journal segment grows by. A sync is quicker when the file's length does not change with it. */
export const journalGrowthBytes = 1024 * 1024;
/** Most bytes that the payload of one journal frame is believed to have. */
export const maxFrameBytes = 512 * 1024 * 1024;
/** Most times that opening a store looks at a lock that others are changing at that moment. */
export const maxLockAttempts = 20;
/** Most locks on the takeover of a lock, each left by a process that died while it took over. */
export const maxLockDepth = 8;
/** Highest byte cap of a store in SQLite: its memory ends at 4 GiB, and near that an insert never returns. */
export const maxSqliteStoreBytes = 3 * 1024 * 1024 * 1024;
/** How long a shared store keeps what was superseded, unless told otherwise. */
export const defaultHistoryMs = 10 * 60 * 1000;
/** Shortest time that it may be told to keep it. */
export const minHistoryMs = 1000;
/** Longest time that it may be told to keep it. */
export const maxHistoryMs = 24 * 60 * 60 * 1000;
/** Most changes of others that one group of commits is checked against; transactions begun before them are ended. */
export const maxConflictChanges = 100_000;
/** Connections of one store to PostgreSQL, unless told otherwise; one more listens while somebody watches. */
export const defaultPostgresConnections = 10;
/** Most connections that it may be told to use. */
export const maxPostgresConnections = 100;
/** How long a connection to PostgreSQL may take to come about, the wait for a free one included. */
export const postgresConnectMs = 10_000;
/** How long PostgreSQL may work on one statement. */
export const postgresStatementMs = 30_000;
/** How long an answer is awaited, from when the statement was sent. Past it the connection counts as lost. */
export const postgresAnswerMs = 35_000;
/** How long PostgreSQL lets a process that has stopped in the middle of a commit keep the others waiting. */
export const postgresStalledCommitMs = 15_000;
/** How long a read is tried again when its connection was lost. */
export const postgresReadMs = 10_000;
/** How long a commit is tried again when its connection was lost or it met another; its outcome is found out within this. */
export const postgresCommitMs = 30_000;
/** How long closing waits for statements under way before it cuts their connections. */
export const postgresCloseMs = 5000;
/** How long PostgreSQL keeps the token of a commit by which its outcome is found out: longer than anyone asks for it. */
export const postgresTokenMs = 10 * 60 * 1000;
/** Times that a commit to Lance is tried again when another process came first. */
export const maxLanceCommitAttempts = 64;
/** Milliseconds for which others wait for a large commit that asked them to. */
export const lanceReservationMs = 10_000;
/**
 * Milliseconds for which superseded files of Lance stay. An operation that takes longer, because its process was halted,
 * finds that others went on behind its back: so it is far longer than any takes.
 */
export const lanceFileGraceMs = 60_000;
/** The same for files that were written for a version that never came to be. */
export const lanceOrphanGraceMs = 60 * 60 * 1000;
/** Highest number of a journal segment: the format has 32 bits for it, and another one follows. */
export const maxSegmentNumber = 2 ** 32 - 2;
/** Most faults, and most lost records, that the command line lists of a store; it counts all of them. */
export const maxReportedFaults = 1000;
/** Longest line of an export that `import` reads: a value of the largest size with every character escaped. */
export const maxExportLineBytes = 32 * 1024 * 1024;
/** Most records of one transaction of `import`. */
export const importBatchRecords = 1000;
/** Bytes of values after which a transaction of `import` takes no further record. */
export const importBatchBytes = 8 * 1024 * 1024;
/** Most times that `inspect` reads a store anew, since the process that has it open replaced its files meanwhile. */
export const maxInspectAttempts = 5;
/** Most folders with originals that recoveries of one store leave. */
export const maxOriginalsFolders = 1000;
