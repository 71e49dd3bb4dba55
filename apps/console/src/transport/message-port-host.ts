import { HostEnd } from './host-end.js';
import type { MeteredChannel } from './metered-channel.js';

/** A message port as a utility process receives it; nothing comes out of it before `start`. */
export interface HostMessagePort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

/** The host's end over a message port. */
export function messagePortHostEnd<ToPage>(port: HostMessagePort): MeteredChannel<ToPage, unknown> {
  const end = new HostEnd<ToPage>({
    send: (message) => port.postMessage(message),
    close: () => port.close(),
  });
  port.on('message', (event) => end.arrived(event.data));
  port.on('close', () => end.ended());
  port.start();
  return end;
}
