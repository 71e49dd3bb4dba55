/** Bumped when a message changes in a way that an older page or host would misread. */
export const PROTOCOL_VERSION = 3;

/** Longest text of one message on any carrier, in UTF-16 units. */
export const MESSAGE_MAX_LENGTH = 16 * 1024 * 1024;

/** Requests one page may have in flight. */
export const REQUESTS_IN_FLIGHT_MAX = 64;

/** Finished runs that the state keeps in view; all of them stay in the store. */
export const RUNS_IN_VIEW_MAX = 1_000;

/** Generations of one session, and of all together, that the state keeps in view; those in use are always in it. */
export const GENERATIONS_IN_VIEW_MAX = 200;
export const GENERATIONS_IN_VIEW_TOTAL_MAX = 1_000;

/** Longest prompt, reason, folder path and name that a page may send, in UTF-16 units. */
export const PROMPT_MAX_LENGTH = 64 * 1024;
export const REASON_MAX_LENGTH = 1_024;
export const PATH_MAX_LENGTH = 4_096;
export const NAME_MAX_LENGTH = 128;

/** Longest text that a page may filter by, in UTF-16 units. */
export const FILTER_MAX_LENGTH = 256;

/** Lines of a transcript or of the audit log in one answer. */
export const PAGE_LINES_MAX = 500;

/** Closed sessions that the state keeps in view, the newest; all of them stay in the store. */
export const CLOSED_SESSIONS_IN_VIEW_MAX = 100;

/** Packages one batch may be made of. */
export const PACKAGES_PER_BATCH_MAX = 64;
