/** Messages that an end keeps while nobody has registered to receive them; one more closes the channel. */
export const UNRECEIVED_MAX = 1_024;

/** Time for a WebSocket to open. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Delivered messages after which a page says how far it is; it also says so when it comes to rest. */
export const PROGRESS_INTERVAL_MESSAGES = 32;
