import type { Channel } from '../protocol/channel.js';
import { MESSAGE_MAX_LENGTH } from '../protocol/limits.js';
import { parseJsonText } from './json-text.js';
import { CONNECT_TIMEOUT_MS } from './limits.js';
import { PageEnd } from './page-end.js';

/**
 * Opens the page's end over a WebSocket.
 *
 * @throws Error when the socket does not open in time; the signal's reason when it was aborted.
 */
export function connectWebSocket<ToHost>(
  url: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Channel<ToHost, unknown>> {
  return new Promise((resolve, reject) => {
    options.signal?.throwIfAborted();
    const socket = new WebSocket(url);
    const end = pageEndOver<ToHost>(socket);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      act();
    };
    const refuse = (reason: unknown): void =>
      settle(() => {
        socket.close();
        reject(reason);
      });
    const abort = (): void => refuse(options.signal?.reason);
    const timer = setTimeout(
      () => refuse(new Error(`The host did not answer at ${url} within ${CONNECT_TIMEOUT_MS} ms`)),
      CONNECT_TIMEOUT_MS,
    );
    options.signal?.addEventListener('abort', abort, { once: true });
    socket.addEventListener('open', () => settle(() => resolve(end)), { once: true });
    socket.addEventListener('error', () => refuse(new Error(`The host cannot be reached at ${url}`)), {
      once: true,
    });
  });
}

function pageEndOver<ToHost>(socket: WebSocket): PageEnd<ToHost> {
  const end = new PageEnd<ToHost>({
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: () => socket.close(),
  });
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event;
    const message =
      typeof data === 'string' && data.length <= MESSAGE_MAX_LENGTH ? parseJsonText(data) : undefined;
    if (message === undefined) end.close();
    else end.arrived(message.value);
  });
  socket.addEventListener('close', () => end.ended());
  return end;
}
