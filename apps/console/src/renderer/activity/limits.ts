/** Lines of the audit log that one answer brings. */
export const ACTIVITY_PAGE_LINES = 200;

/** Shortest time between two looks for new lines. */
export const ACTIVITY_LOOK_MIN_MS = 1_000;

/** New lines that may wait at the top for somebody who looks at older ones; with more they are read anew. */
export const ACTIVITY_WAITING_MAX = 2_000;

/** Lines that one export writes, the newest ones; the audit log keeps no more. */
export const EXPORT_LINES_MAX = 50_000;

/** Rest after the last key before a typed filter is asked for. */
export const FILTER_REST_MS = 150;

/** Lines that stay on the page while it follows what is new; older ones are read again when somebody scrolls to them. */
export const ACTIVITY_FOLLOWED_MAX = 5_000;
