import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ExposedPort } from '../../src/preload/exposed-port.js';
import { ipcChannels } from '../../src/preload/ipc-channels.js';
import { UNREAD_MESSAGES_MAX } from '../../src/preload/limits.js';
import type { PageBridge, PagePort } from '../../src/protocol/page-bridge.js';

const { world, ipc } = vi.hoisted(() => ({
  world: new Map<string, unknown>(),
  ipc: { sent: [] as string[], emitter: undefined as EventEmitter | undefined },
}));
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, api: unknown) => world.set(name, api) },
  ipcRenderer: {
    on: (channel: string, listener: () => void) => ipc.emitter?.on(channel, listener),
    once: (channel: string, listener: () => void) => ipc.emitter?.once(channel, listener),
    send: (channel: string) => ipc.sent.push(channel),
  },
}));

const cleanups: (() => void)[] = [];
let frames: (() => void)[];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  ipc.emitter = new EventEmitter();
  ipc.sent = [];
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.unstubAllGlobals();
});

/** A channel whose one end the preload script gets. */
function channel() {
  const { port1: host, port2: port } = new MessageChannel();
  host.start();
  cleanups.push(() => host.close());
  return { host, port };
}

function exposed(onFirstMessage = (): void => undefined) {
  const { host, port } = channel();
  const own = new ExposedPort(port, onFirstMessage);
  return { host, own, page: own.expose() };
}

describe('the port of a page', () => {
  test('gives what came before there was a receiver, then what comes after, and tells of the first alone', async () => {
    let firsts = 0;
    const { host, page } = exposed(() => {
      firsts += 1;
    });
    host.postMessage('one');
    await expect.poll(() => firsts).toBe(1);
    const heard: unknown[] = [];
    page.onMessage((message) => heard.push(message));
    expect(heard).toEqual(['one']);
    host.postMessage('two');
    await expect.poll(() => heard).toEqual(['one', 'two']);
    expect(firsts).toBe(1);
  });

  test.each([
    ['is kept for as many messages as the bound', UNREAD_MESSAGES_MAX, false],
    ['is closed with one more', UNREAD_MESSAGES_MAX + 1, true],
  ])('that nobody reads %s', async (_, messages, closes) => {
    const { host, page } = exposed();
    let isClosed = false;
    page.onClose(() => {
      isClosed = true;
    });
    for (let n = 0; n < messages; n += 1) host.postMessage(n);
    const heard: unknown[] = [];
    if (closes) {
      await expect.poll(() => isClosed).toBe(true);
    } else {
      const handled = new Promise((resolve) => host.addEventListener('message', resolve, { once: true }));
      host.postMessage('last');
      page.onMessage((message) => {
        heard.push(message);
        if (message === 'last') page.post('done');
      });
      await handled;
      expect(heard).toHaveLength(messages + 1);
    }
    expect(isClosed).toBe(closes);
  });

  test('carries what the page says until it is closed, and tells of its end once, also late', async () => {
    const { host, own, page } = exposed();
    const heard: unknown[] = [];
    host.addEventListener('message', ({ data }) => heard.push(data));
    page.post('hello');
    await expect.poll(() => heard).toEqual(['hello']);
    const closed = new Promise((resolve) => host.addEventListener('close', resolve, { once: true }));
    page.close();
    own.close();
    page.post('late');
    await closed;
    expect(heard).toEqual(['hello']);
    let told = 0;
    page.onClose(() => {
      told += 1;
    });
    expect(told).toBe(1);
  });
});

describe('the bridge of a page', () => {
  async function bridge(): Promise<PageBridge> {
    vi.resetModules();
    world.clear();
    await import('../../src/preload/index.js');
    return world.get('changeover') as PageBridge;
  }

  /** Connects, as the main process answers with these ports. */
  function connect(given: PageBridge, ports: readonly MessagePort[]): Promise<PagePort> {
    const connected = given.connect();
    expect(ipc.sent.at(-1)).toBe(ipcChannels.connect);
    ipc.emitter?.emit(ipcChannels.port, { ports });
    return connected;
  }

  test('is all that the page gets, and opens a new channel at each call', async () => {
    const given = await bridge();
    expect([...world.keys()]).toEqual(['changeover']);
    expect(Object.keys(given)).toEqual(['connect']);
    const first = channel();
    const firstPage = await connect(given, [first.port]);
    const closed = new Promise((resolve) => first.host.addEventListener('close', resolve, { once: true }));
    const second = channel();
    const secondPage = await connect(given, [second.port]);
    await closed;
    let isFirstClosed = false;
    firstPage.onClose(() => {
      isFirstClosed = true;
    });
    expect(isFirstClosed).toBe(true);
    const heard = new Promise((resolve) => secondPage.onMessage(resolve));
    second.host.postMessage('snapshot');
    expect(await heard).toBe('snapshot');
  });

  test('says when the page has drawn what came first', async () => {
    const { host, port } = channel();
    await connect(await bridge(), [port]);
    host.postMessage('snapshot');
    await expect.poll(() => frames).toHaveLength(1);
    frames.shift()?.();
    expect(ipc.sent).not.toContain(ipcChannels.painted);
    frames.shift()?.();
    expect(ipc.sent).toContain(ipcChannels.painted);
  });

  test('closes the page’s end when the host is gone', async () => {
    const { port } = channel();
    const page = await connect(await bridge(), [port]);
    const closed = new Promise<void>((resolve) => page.onClose(resolve));
    ipc.emitter?.emit(ipcChannels.hostGone);
    await closed;
  });

  test('says what to do when no port came', async () => {
    await expect(connect(await bridge(), [])).rejects.toThrow('Reload the window');
  });
});
