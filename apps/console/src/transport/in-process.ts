import type { Channel } from '../protocol/channel.js';
import { HostEnd } from './host-end.js';
import type { MeteredChannel } from './metered-channel.js';
import { PageEnd } from './page-end.js';

/** Both ends of a channel inside one process. Messages are copied and come in a later task, as over a real carrier. */
export function inProcessChannel<ToPage, ToHost>(): {
  readonly host: MeteredChannel<ToPage, unknown>;
  readonly page: Channel<ToHost, unknown>;
} {
  const host: HostEnd<ToPage> = new HostEnd<ToPage>({
    send: (message) => later(message, (copy) => page.arrived(copy)),
    close: () => later(null, () => page.ended()),
  });
  const page: PageEnd<ToHost> = new PageEnd<ToHost>({
    send: (message) => later(message, (copy) => host.arrived(copy)),
    close: () => later(null, () => host.ended()),
  });
  return { host, page };
}

function later(message: unknown, deliver: (copy: unknown) => void): void {
  const copy: unknown = structuredClone(message);
  setTimeout(() => deliver(copy), 0);
}
