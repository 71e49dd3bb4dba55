/** Largest header block of a request, in bytes. */
export const HEADER_MAX_BYTES = 16 * 1024;

/** Time that a client may take to send a request's headers. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Connections at once, of browsers and whoever else is on the machine; one more is dropped. */
export const CONNECTIONS_MAX = 256;

/** Largest message of a page over the WebSocket, in bytes. */
export const SOCKET_MESSAGE_MAX_BYTES = 1024 * 1024;

/** Files that the built page may consist of. */
export const PAGE_FILES_MAX = 2_000;

/** Random bytes of the token and of each cookie. */
export const SECRET_BYTES = 32;

/** Time that a stop waits for open connections. */
export const SERVER_CLOSE_TIMEOUT_MS = 2_000;
