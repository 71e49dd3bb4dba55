/** Longest text that is looked at as JSON, and longest text that is shown as it stands, in UTF-16 units. */
export const JSON_TEXT_MAX_LENGTH = 256 * 1024;
export const SHOWN_TEXT_MAX_LENGTH = 128 * 1024;

/** Rows of a tree that are open at first, and rows that one tree can have. */
export const ROWS_OPEN_AT_FIRST = 40;
export const ROWS_MAX = 20_000;

/** Longest text in one row of a tree, in UTF-16 units: a longer one opens to several. */
export const ROW_TEXT_MAX_LENGTH = 120;
