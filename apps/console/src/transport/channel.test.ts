import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Channel } from '../protocol/channel.js';
import { inProcessChannel } from './in-process.js';
import { UNRECEIVED_MAX } from './limits.js';
import { messagePortHostEnd } from './message-port-host.js';
import { messagePortPageEnd } from './message-port-page.js';
import type { MeteredChannel } from './metered-channel.js';
import { webSocketHostEnd } from './web-socket-host.js';
import { connectWebSocket } from './web-socket-page.js';

interface Pair {
  readonly host: MeteredChannel<unknown, unknown>;
  readonly page: Channel<unknown, unknown>;
}

const cleanups: (() => unknown)[] = [];
beforeEach(() => vi.stubGlobal('WebSocket', WebSocket));
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllGlobals();
});

function messagePorts(): Pair {
  const { port1, port2 } = new MessageChannel();
  cleanups.push(() => port1.close());
  const host = messagePortHostEnd({
    postMessage: (message) => port1.postMessage(message),
    on: (event: 'message' | 'close', listener: (event: { readonly data: unknown }) => void) =>
      event === 'message'
        ? port1.on('message', (data: unknown) => listener({ data }))
        : port1.on('close', () => listener({ data: null })),
    start: () => port1.start(),
    close: () => port1.close(),
  });
  const page = messagePortPageEnd({
    post: (message) => port2.postMessage(message),
    onMessage: (listener) => port2.on('message', listener),
    onClose: (listener) => port2.on('close', listener),
    close: () => port2.close(),
  });
  return { host, page };
}

async function webSockets(): Promise<Pair> {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () => new Promise((resolve) => http.close(resolve)),
    () => {
      for (const client of server.clients) client.terminate();
    },
  );
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`;
  const page = await connectWebSocket(url);
  return { host: webSocketHostEnd(await accepted), page };
}

describe.each([
  ['in one process', async (): Promise<Pair> => inProcessChannel()],
  ['over message ports', async (): Promise<Pair> => messagePorts()],
  ['over a WebSocket', webSockets],
])('a channel %s', (_name, open) => {
  it('carries messages both ways in order', async () => {
    const { host, page } = await open();
    const toPage = collected(page);
    const toHost = collected(host);
    for (let n = 0; n < 100; n += 1) {
      host.post({ n });
      page.post({ n });
    }
    const all = Array.from({ length: 100 }, (_, n) => ({ n }));
    expect(await toPage(100)).toEqual(all);
    expect(await toHost(100)).toEqual(all);
  });

  it('keeps what comes before there is a receiver', async () => {
    const { host, page } = await open();
    host.post('early');
    page.post('ping');
    await collected(host)(1);
    const first = collected(page);
    expect(await first(1)).toEqual(['early']);
  });

  it('tells both sides once that the page closed it, and drops later messages', async () => {
    const { host, page } = await open();
    const closings: string[] = [];
    page.closed(() => closings.push('page'));
    const hostClosed = new Promise<void>((resolve) =>
      host.closed(() => {
        closings.push('host');
        resolve();
      }),
    );
    page.close();
    page.close();
    await hostClosed;
    host.post('late');
    page.post('late');
    expect(closings).toEqual(['page', 'host']);
  });

  it('tells the page that the host closed it, also when the page listens late', async () => {
    const { host, page } = await open();
    host.close();
    await new Promise<void>((resolve) => page.closed(resolve));
    const late = vi.fn();
    page.closed(late);
    expect(late).toHaveBeenCalledOnce();
  });

  it('tells the host how many messages the page has not handled', async () => {
    const { host, page } = await open();
    const handled = new Promise<void>((resolve) => {
      host.progress(() => {
        if (host.backlog === 0) resolve();
      });
    });
    host.receive(() => undefined);
    for (let n = 0; n < 50; n += 1) host.post(n);
    expect(host.backlog).toBe(50);
    const seen = collected(page);
    await handled;
    expect(await seen(50)).toHaveLength(50);
  });

  it('closes rather than keeping more unreceived messages than the bound', async () => {
    const { host, page } = await open();
    for (let n = 0; n <= UNRECEIVED_MAX; n += 1) host.post(n);
    await new Promise<void>((resolve) => page.closed(resolve));
  });
});

it('refuses to connect where nobody listens', async () => {
  await expect(connectWebSocket('ws://127.0.0.1:9/')).rejects.toThrow('cannot be reached');
});

it('stops connecting when aborted', async () => {
  const controller = new AbortController();
  const opening = connectWebSocket('ws://127.0.0.1:9/', { signal: controller.signal });
  controller.abort(new Error('the page was left'));
  await expect(opening).rejects.toThrow('the page was left');
});

it('closes a WebSocket that sends no JSON', async () => {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => http.close(resolve)));
  server.on('connection', (socket) => webSocketHostEnd(socket));
  const raw = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  raw.on('open', () => raw.send('{'));
  expect(await new Promise((resolve) => raw.on('close', resolve))).toBe(1007);
});

it('ignores a page that claims to have handled more than was posted', async () => {
  const { host, page } = inProcessChannel();
  host.receive(() => undefined);
  host.post(1);
  page.post({ type: 'progress', handled: 1_000_000 });
  await new Promise<void>((resolve) => host.progress(resolve));
  host.post(2);
  expect(host.backlog).toBe(1);
});

/** Collects what arrives; the returned function resolves with the first `count` messages. */
function collected(end: { receive(listener: (message: unknown) => void): void }) {
  const messages: unknown[] = [];
  let wake: (() => void) | undefined;
  end.receive((message) => {
    messages.push(message);
    wake?.();
  });
  return async (count: number): Promise<readonly unknown[]> => {
    while (messages.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return messages.slice(0, count);
  };
}
