/** Steps whose being open, or closed, an address remembers. */
export const OPEN_STEPS_MAX = 100;

/** Rows from the end of what has been read at which the next page is asked for. */
export const AHEAD_ROWS = 40;

/** A text with more lines or more UTF-16 units than this is cut until it is opened. */
export const TEXT_LINES_SHOWN = 12;
export const TEXT_LENGTH_SHOWN = 1_600;

/** Longest preview of arguments and of a result in a row, in UTF-16 units. */
export const PREVIEW_MAX_LENGTH = 160;

/** Rest after scrolling before the address says where one is. */
export const ANCHOR_REST_MS = 300;
