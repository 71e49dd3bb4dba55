/** Longest time between a change and the flush that stores it and shows it to pages. */
export const FLUSH_INTERVAL_MS = 50;

/** Lines (transcript, audit) that wait for a flush before one is started at once. */
export const FLUSH_LINES = 500;

/** Lines that may wait for the store; with one more the store counts as failed. */
export const LEDGER_LINES_MAX = 100_000;

/** Lines that one transaction stores beside entities; more are stored by several, in order, the last with the entities. */
export const TRANSACTION_LINES_MAX = 2_000;

/** Time between two signs of life that a host writes while runs are live; by so much the end of a killed one is unknown. */
export const HEARTBEAT_INTERVAL_MS = 5_000;

/** Time between two looks at the store's size. */
export const STORE_HEALTH_INTERVAL_MS = 1_000;

/** Records that one page of a listing reads. */
export const LIST_PAGE_RECORDS = 500;

/** Messages that a page may leave unhandled before the host stops sending it events. */
export const PAGE_BACKLOG_MAX = 512;

/** Backlog at which a page that fell behind gets a new snapshot. */
export const PAGE_BACKLOG_RESUME = 64;

/** Pages that may be connected at once. */
export const PAGES_MAX = 32;

/** Sessions that are not closed. */
export const OPEN_SESSIONS_MAX = 64;

/** Package folders that a project may have. */
export const PACKAGE_FOLDERS_MAX = 256;

/** Package versions that may be stored. */
export const STORED_PACKAGES_MAX = 256;

/** Newest package generations that are kept whether anybody uses them or not. */
export const KEPT_PACKAGE_GENERATIONS = 5;

/** Rehearsals that a project may have, and the size of one file. */
export const REHEARSALS_MAX = 64;
export const REHEARSAL_MAX_BYTES = 256 * 1024;

/** Time that reading one package folder may take. */
export const PACKAGE_READ_TIMEOUT_MS = 15_000;

/** Time that opening the package registry may take, what an interrupted host has left in it being cleared away. */
export const REGISTRY_OPEN_TIMEOUT_MS = 90_000;

/** Time that copying one package into the store may take, and time that hashing everything stored may take. */
export const PACKAGE_STORE_TIMEOUT_MS = 120_000;
export const PACKAGE_VERIFY_TIMEOUT_MS = 600_000;

/** Time that any other change of the registry, or reading packages out of it for a preview, may take. */
export const REGISTRY_TIMEOUT_MS = 30_000;

/** Bytes that the set of a generation may take in its record, which has to fit one value of the store. */
export const GENERATION_SET_BYTES_MAX = 3.5 * 1024 * 1024;

/** Length of a batch's capabilities as JSON that its record keeps. In UTF-16 units. */
export const BATCH_RECORD_MAX_LENGTH = 512 * 1024;

/** Time that a batch may take from its first adapter to its commit. */
export const BATCH_TIMEOUT_MS = 120_000;

/** Time that republishing a session's generation after a restart may take. */
export const RESTORE_TIMEOUT_MS = 60_000;

/** Sessions that are republished at the same time after a restart. */
export const RESTORE_CONCURRENCY = 4;

/** Time that the host waits for republishing before it says that it is ready; it goes on meanwhile. */
export const READY_SETTLE_MS = 3_000;

/** Time for one effect at the close of a session or generation. */
export const CLOSE_TIMEOUT_MS = 5_000;

/** Time that stopping waits for all sessions together. */
export const STOP_TIMEOUT_MS = 5_500;

/** Time that a stop waits for what is done with packages to end, and for answers to requests that it gave up. */
export const ANSWER_TIMEOUT_MS = 500;

/** Time that a stop waits for the last flush and the store's last checkpoint; without it the next start replays the journal. */
export const STORE_CLOSE_TIMEOUT_MS = 2_000;

/** Text of a run that an entity shows; the whole is in the transcript. In UTF-16 units. */
export const SHOWN_TEXT_MAX_LENGTH = 2_000;

/** Longest text that one transcript line keeps, and longest name in its close report. In UTF-16 units. */
export const TRANSCRIPT_TEXT_MAX_LENGTH = 64 * 1024;
export const TRANSCRIPT_NAME_MAX_LENGTH = 256;

/** Lines of one run's transcript; the last one says that more was not kept, and only the run's end comes after it. */
export const TRANSCRIPT_LINES_MAX = 5_000;

/** Records that are read at once of a transcript, and the text after which an answer ends early. In UTF-16 units. */
export const TRANSCRIPT_READ_RECORDS = 32;
export const TRANSCRIPT_ANSWER_MAX_LENGTH = 1024 * 1024;

/** Bytes of all transcripts together, and how long one is kept after its run. Older ones are deleted at a start. */
export const TRANSCRIPTS_MAX_BYTES = 256 * 1024 * 1024;
export const TRANSCRIPT_AGE_MAX_MS = 90 * 24 * 60 * 60 * 1_000;

/** Longest target of an audit line that is made of several names. In UTF-16 units. */
export const AUDIT_TARGET_MAX_LENGTH = 1_024;

/** Audit lines that are kept, and how long. Older ones are deleted at a start, and a new line says so. */
export const AUDIT_LINES_MAX = 50_000;
export const AUDIT_AGE_MAX_MS = 90 * 24 * 60 * 60 * 1_000;

/** Time for which a search of the audit log may keep everything else waiting before it lets others go first. */
export const ACTIVITY_SEARCH_SLICE_MS = 8;

/** Causes of an error that a report names, and the longest text of each. In UTF-16 units. */
export const ERROR_CAUSES_MAX = 8;
export const ERROR_TEXT_MAX_LENGTH = 8_000;

/** Arrays and objects inside each other that a record keeps; what lies deeper is left out. */
export const RECORD_DEPTH_MAX = 128;
