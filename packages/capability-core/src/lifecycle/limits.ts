/** Name of a scope's effect or task, in bytes. */
export const MAX_LIFECYCLE_NAME_BYTES = 128;
/** Message kept of an effect, adapter, lease or validator that failed, in UTF-8 bytes. */
export const MAX_MESSAGE_BYTES = 1_024;
/** Time that a close may take when nothing else is said. */
export const DEFAULT_CLOSE_TIMEOUT_MS = 5_000;
/** Longest time that a close may be given. */
export const MAX_CLOSE_TIMEOUT_MS = 60_000;
/** Time left to what was aborted at a deadline before it is given up. */
export const ABORT_GRACE_MS = 100;
/** Failures that one report lists; the rest is only counted. */
export const MAX_REPORTED_FAILURES = 64;
/** Events kept for late subscribers when nothing else is said. */
export const DEFAULT_EVENT_HISTORY = 10_000;
