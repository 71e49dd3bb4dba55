/** Time from the request to its answer's first part, and from one part to the next. */
export const PART_TIMEOUT_MS = 240_000;

/** Bytes of the text, the thoughts and the tool calls of one answer. */
export const ANSWER_BYTES_MAX = 16 * 1_024 * 1_024;

/** Warnings of one answer that are kept. */
export const WARNINGS_MAX = 16;
