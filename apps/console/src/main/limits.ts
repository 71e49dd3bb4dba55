/** How long the host may take to stop by itself before it is ended. */
export const HOST_STOP_TIMEOUT_MS = 8_000;

/** How often a host, or a page, that died is started again within `RESTART_WINDOW_MS`. */
export const RESTARTS_MAX = 3;
export const RESTART_WINDOW_MS = 60_000;

/** Longest content of the file that remembers the window's place, in bytes. */
export const WINDOW_STATE_MAX_BYTES = 4_096;
