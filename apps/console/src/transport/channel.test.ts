import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Channel } from '../protocol/channel.js';
import { MESSAGE_MAX_LENGTH } from '../protocol/limits.js';
import { inProcessChannel } from './in-process.js';
import { CONNECT_TIMEOUT_MS, PROGRESS_INTERVAL_MESSAGES, UNRECEIVED_MAX } from './limits.js';
import { messagePortHostEnd } from './message-port-host.js';
import { messagePortPageEnd } from './message-port-page.js';
import type { MeteredChannel } from './metered-channel.js';
import { PageEnd } from './page-end.js';
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

  it('keeps as many unreceived messages as the bound', async () => {
    const { host, page } = await open();
    for (let n = 0; n < UNRECEIVED_MAX; n += 1) host.post(n);
    // What the page says next comes after all of them were sent.
    page.post('ping');
    await collected(host)(1);
    expect(await collected(page)(UNRECEIVED_MAX)).toHaveLength(UNRECEIVED_MAX);
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

describe('a WebSocket', () => {
  /** A server that takes connections and never answers them. */
  async function muteServer(): Promise<string> {
    const mute = createNetServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => mute.close());
    return `ws://127.0.0.1:${(mute.address() as AddressInfo).port}/`;
  }

  it('has until the bound to open', async () => {
    const url = await muteServer();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanups.push(() => vi.useRealTimers());
    let refusal: unknown;
    const opening = connectWebSocket(url).catch((error: unknown) => {
      refusal = error;
    });
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(refusal).toBeUndefined();
    vi.advanceTimersByTime(1);
    await opening;
    expect(String(refusal)).toContain(`did not answer at ${url} within ${CONNECT_TIMEOUT_MS} ms`);
  });

  it.each([
    ['brings the page a message as long as the bound', MESSAGE_MAX_LENGTH, false],
    ['is closed by the page at a longer one', MESSAGE_MAX_LENGTH + 1, true],
  ])('%s', async (_, length, closes) => {
    const { host, page } = await webSockets();
    const closed = new Promise<'closed'>((resolve) => page.closed(() => resolve('closed')));
    const arrived = collected(page)(1).then(([text]) => String(text).length);
    host.post('x'.repeat(length - '""'.length));
    expect(await Promise.race([closed, arrived])).toBe(closes ? 'closed' : length - '""'.length);
  });

  it.each([
    ['text that is no JSON', '{'],
    ['bytes', Buffer.from('{}')],
  ])('is closed by the page when the host sends %s', async (_, data) => {
    const http = createServer();
    const server = new WebSocketServer({ server: http });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => http.close(resolve)));
    server.on('connection', (socket) => socket.send(data));
    const page = await connectWebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/`);
    page.receive(() => undefined);
    await new Promise<void>((resolve) => page.closed(resolve));
  });
});

it('tells the host at once how far a page is, every so many messages, and before that only when it rests', async () => {
  const frames: unknown[] = [];
  const page = new PageEnd({ send: (message) => frames.push(message), close: () => undefined });
  page.receive(() => undefined);
  for (let n = 1; n < PROGRESS_INTERVAL_MESSAGES; n += 1) page.arrived(n);
  expect(frames).toEqual([]);
  page.arrived(PROGRESS_INTERVAL_MESSAGES);
  expect(frames).toEqual([{ type: 'progress', handled: PROGRESS_INTERVAL_MESSAGES }]);
  page.arrived('one more');
  expect(frames).toHaveLength(1);
  await expect.poll(() => frames).toHaveLength(2);
  expect(frames[1]).toEqual({ type: 'progress', handled: PROGRESS_INTERVAL_MESSAGES + 1 });
});

it.each([
  ['no JSON', '{', 1007],
  ['bytes', Buffer.from('{}'), 1003],
])('closes a WebSocket that sends %s', async (_, data, code) => {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => http.close(resolve)));
  server.on('connection', (socket) => webSocketHostEnd(socket));
  const raw = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  raw.on('open', () => raw.send(data));
  expect(await new Promise((resolve) => raw.on('close', resolve))).toBe(code);
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
