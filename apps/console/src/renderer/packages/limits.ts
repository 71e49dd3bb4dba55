/** Lines of a receipt that a summary shows at most; the inspector shows all of them. */
export const RECEIPT_LINES_SHOWN = 6;

/** Decisions about a server that are read from the audit log, the newest. */
export const DECISIONS_READ_MAX = 50;
