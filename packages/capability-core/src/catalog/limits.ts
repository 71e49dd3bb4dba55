/** Effects that one transaction may hold, all its capabilities together. */
export const MAX_TRANSACTION_EFFECTS = 4_096;
/** Adapters of one wave that are prepared side by side when nothing else is said. */
export const DEFAULT_PREPARE_CONCURRENCY = 8;
