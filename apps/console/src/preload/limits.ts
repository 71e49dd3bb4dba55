/** Messages of the host that wait for a page which has not registered its receiver; one more closes the connection. */
export const UNREAD_MESSAGES_MAX = 1_000;
