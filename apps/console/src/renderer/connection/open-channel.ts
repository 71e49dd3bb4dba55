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
  try {
    return await connectWebSocket(url.href, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(await reasonOfRefusal(signal), { cause: error });
  }
};

/** A refused socket says nothing of its reason; a request tells a host that is gone from one that was started anew. */
async function reasonOfRefusal(signal: AbortSignal): Promise<string> {
  const isGone =
    'The host cannot be reached. If it was started again, open the address that it printed then.';
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
    return status === 401
      ? 'The host was started again and does not know this page: open the address that it printed last.'
      : isGone;
  } catch {
    return isGone;
  }
}
