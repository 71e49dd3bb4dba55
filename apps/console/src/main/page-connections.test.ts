import { afterEach, expect, test, vi } from 'vitest';
import { electron, PortDouble, WindowDouble } from '../../test/electron/electron-double.js';
import { ipcChannels } from '../preload/ipc-channels.js';
import { announceHostGone, connectPages, firstPaint } from './page-connections.js';

vi.mock('electron', async () => (await import('../../test/electron/electron-double.js')).electron);
afterEach(() => electron.ipcMain.removeAllListeners());

/** A frame that sends, and what is sent to it. */
function frame(url: string, parent: object | null = null) {
  const got: { readonly channel: string; readonly ports: readonly unknown[] }[] = [];
  const postMessage = (channel: string, _message: null, ports: readonly unknown[]): void =>
    void got.push({ channel, ports });
  return { got, event: { senderFrame: { url, parent, postMessage } } };
}

function connected(event: object): readonly PortDouble[] {
  const ports: PortDouble[] = [];
  const connect = (port: unknown): void => void (port instanceof PortDouble && ports.push(port));
  connectPages({ connect });
  electron.ipcMain.emit(ipcChannels.connect, event);
  return ports;
}

test("the application's page gets one end of a channel, and the host the other", () => {
  const page = frame('app://console/runs');
  const ports = connected(page.event);
  expect(ports).toHaveLength(1);
  expect(page.got).toEqual([{ channel: ipcChannels.port, ports: [expect.any(PortDouble)] }]);
  expect(page.got[0]?.ports[0]).not.toBe(ports[0]);
});

const strangers = [
  ['another origin', frame('https://evil.example/')],
  ['an origin that begins alike', frame('app://console.evil.example/')],
  ['a frame inside the page', frame('app://console/', {})],
] as const;

test.each(strangers)('%s gets no channel', (_, page) => {
  expect(connected(page.event)).toEqual([]);
  expect(page.got).toEqual([]);
});

test('a page that is gone gets no channel', () => {
  expect(connected({ senderFrame: null })).toEqual([]);
});

test('the first paint is that of the own page, told once', async () => {
  const painted = firstPaint();
  let isPainted = false;
  void painted.then(() => {
    isPainted = true;
  });
  for (const [, page] of strangers) electron.ipcMain.emit(ipcChannels.painted, page.event);
  await Promise.resolve();
  expect(isPainted).toBe(false);
  electron.ipcMain.emit(ipcChannels.painted, frame('app://console/').event);
  await painted;
  expect(electron.ipcMain.listenerCount(ipcChannels.painted)).toBe(0);
});

test('a page hears that its host is gone, unless its window is', () => {
  const window = new WindowDouble({});
  announceHostGone(window as never);
  window.destroyed = true;
  announceHostGone(window as never);
  announceHostGone(undefined);
  expect(window.webContents.sent).toEqual([ipcChannels.hostGone]);
});
