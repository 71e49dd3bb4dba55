import type { Channel } from '../../protocol/channel.js';
import { HOST_SOCKET_PATH } from '../../protocol/loopback.js';
import type { PageMessage } from '../../protocol/messages.js';
import type { PageBridge } from '../../protocol/page-bridge.js';
import { messagePortPageEnd } from '../../transport/message-port-page.js';
import { connectWebSocket } from '../../transport/web-socket-page.js';

declare global {
  interface Window {
    readonly changeover?: PageBridge;
  }
}

export type HostChannel = Channel<PageMessage, unknown>;

/** Opens a new channel to the host that runs now. */
export type OpenChannel = (options: { readonly signal: AbortSignal }) => Promise<HostChannel>;

/** Through the application's bridge where there is one, else over a WebSocket to where the page came from. */
export const openHostChannel: OpenChannel = async ({ signal }) => {
  if (window.changeover !== undefined) return messagePortPageEnd(await window.changeover.connect());
  const url = new URL(HOST_SOCKET_PATH, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = '';
  return connectWebSocket(url.href, { signal });
};
