/** Time from the request to the first byte of the answer; one that is not streamed comes as a whole in it. */
export const FIRST_BYTE_TIMEOUT_MS = 240_000;

/** Time between two pieces of an answer. */
export const IDLE_TIMEOUT_MS = 120_000;

/** Time after the end of an answer for its connection to become free for the next one. */
export const AFTER_END_TIMEOUT_MS = 250;

/** Bytes of one answer with all that frames it, as they are after decompression. */
export const ANSWER_BYTES_MAX = 16 * 1_024 * 1_024;

/** Bytes of a refusal that are read; what follows is not. */
export const REFUSAL_BYTES_MAX = 64 * 1_024;

/** Characters from which on a word of a header or a query is a secret; shorter ones are versions and the like. */
export const SECRET_CHARACTERS_MIN = 8;
