import type { Channel } from '../protocol/channel.js';
import type { PagePort } from '../protocol/page-bridge.js';
import { PageEnd } from './page-end.js';

/** The page's end over the port that the preload script hands out. */
export function messagePortPageEnd<ToHost>(port: PagePort): Channel<ToHost, unknown> {
  const end = new PageEnd<ToHost>({
    send: (message) => port.post(message),
    close: () => port.close(),
  });
  port.onMessage((message) => end.arrived(message));
  port.onClose(() => end.ended());
  return end;
}
