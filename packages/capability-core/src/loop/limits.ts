/** Rounds of model call and tools in one run, unless the host says otherwise. */
export const TOOL_ROUNDS_DEFAULT = 50;

/** Tool calls of one turn that may run side by side, unless the host says otherwise. */
export const PARALLEL_TOOL_CALLS_DEFAULT = 8;

/** Tool calls that one answer of a model may hold; the rest are refused. */
export const TOOL_CALLS_PER_TURN_MAX = 128;

/** How long one tool call may take, unless the host says otherwise. */
export const TOOL_TIMEOUT_MS_DEFAULT = 120_000;

/** How long one model call may take, unless the host says otherwise. */
export const MODEL_CALL_TIMEOUT_MS_DEFAULT = 600_000;

/** How long a person may take to confirm one call. */
export const CONFIRMATION_TIMEOUT_MS = 3_600_000;

/** Most bytes of one tool result that reach the model, unless the host says otherwise. */
export const TOOL_RESULT_BYTES_DEFAULT = 64 * 1_024;

/** Most rules of one permission policy. */
export const PERMISSION_RULES_MAX = 1_024;

/** How often one model call is tried again after a rate limit. */
export const RATE_LIMIT_RETRIES = 4;

/** The first pause after a rate limit that names none; it doubles with each try. */
export const RATE_LIMIT_BACK_OFF_MS = 1_000;

/** The longest pause after a rate limit, whatever the provider asks for. */
export const RATE_LIMIT_BACK_OFF_MS_MAX = 60_000;
