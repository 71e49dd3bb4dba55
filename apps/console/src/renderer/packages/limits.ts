/** Lines of a receipt that a summary shows at most; the inspector shows all of them. */
export const RECEIPT_LINES_SHOWN = 6;

/** Decisions about a package's servers that the inspector shows, the newest. */
export const DECISIONS_SHOWN_MAX = 20;
