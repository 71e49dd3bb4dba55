import type { WebSocket } from 'ws';
import { HostEnd } from './host-end.js';
import { parseJsonText } from './json-text.js';
import type { MeteredChannel } from './metered-channel.js';

/** Close codes of the WebSocket protocol. */
const UNSUPPORTED_DATA = 1003;
const INVALID_PAYLOAD = 1007;

/** The host's end over an accepted WebSocket. Its server bounds the size of a message. */
export function webSocketHostEnd<ToPage>(socket: WebSocket): MeteredChannel<ToPage, unknown> {
  const end = new HostEnd<ToPage>({
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  });
  socket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) {
      socket.close(UNSUPPORTED_DATA, 'Messages are JSON text');
      return;
    }
    const message = parseJsonText(data.toString('utf8'));
    if (message === undefined) socket.close(INVALID_PAYLOAD, 'The message is no JSON');
    else end.arrived(message.value);
  });
  socket.on('close', () => end.ended());
  // Every error of a socket is followed by its close, which ends the channel.
  socket.on('error', () => socket.terminate());
  return end;
}
