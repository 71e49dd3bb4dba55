/** Shortest time between two renders of the state, so that a burst of events costs four of them a second. */
export const RENDER_INTERVAL_MS = 250;

/** Time the host has to answer `hello` with a snapshot. */
export const SNAPSHOT_TIMEOUT_MS = 15_000;

/** Time the host has to answer a request that does not say how long it may take. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** The wait before connecting again doubles from the first to the last of these. */
export const RECONNECT_DELAY_MIN_MS = 250;
export const RECONNECT_DELAY_MAX_MS = 10_000;

/** How often the host is asked for nothing but an answer, and of how many answers the time is told. */
export const PING_INTERVAL_MS = 5_000;
export const ANSWER_TIMES_MAX = 5;

/** Answers that can never change, as catalogs, that are kept after nobody shows them. */
export const ANSWERS_KEPT_MAX = 32;

/** Cleanups that left something behind, of all sessions, that are kept until somebody has seen them. */
export const FAILED_CLEANUPS_MAX = 50;
