/** Path of the WebSocket under which the loopback server gives a page its channel to the host. */
export const HOST_SOCKET_PATH = '/host';
