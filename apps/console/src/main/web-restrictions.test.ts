import { afterEach, expect, test, vi } from 'vitest';
import { electron, PageDouble, SessionDouble } from '../../test/electron/electron-double.js';
import { restrictPages, restrictSession } from './web-restrictions.js';

vi.mock('electron', async () => (await import('../../test/electron/electron-double.js')).electron);
afterEach(() => electron.app.removeAllListeners());

/** Asks what was set on a session; what it answers by a callback comes back as the result. */
function ask(session: SessionDouble, name: string, ...args: readonly unknown[]): unknown {
  let answer: unknown;
  const returned = session.handlers.get(name)?.(
    ...([...args, (given: unknown) => (answer = given)] as never[]),
  );
  return answer ?? returned;
}

function restricted(): SessionDouble {
  const session = new SessionDouble();
  restrictSession(session as never);
  return session;
}

test.each([
  ['app://console/index.html', false],
  ['app://console/assets/font.woff2', false],
  ['devtools://devtools/bundled/inspector.html', false],
  ['data:image/png;base64,AAAA', false],
  ['app://consolé/', true],
  ['app://console.evil.example/', true],
  ['app://elsewhere/', true],
  ['data:text/html,<script>', true],
  ['http://127.0.0.1:80/', true],
  ['https://evil.example/app://console/', true],
  ['file:///etc/passwd', true],
  ['ws://evil.example/', true],
])('of %s it is %s that it is refused', (url, cancel) => {
  expect(ask(restricted(), 'request', { url })).toEqual({ cancel });
});

test.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal'])(
  'a page does not get the permission %s, nor is told that it has it',
  (permission) => {
    expect(ask(restricted(), 'permission', {}, permission)).toBe(false);
    expect(ask(restricted(), 'permission-check', {}, permission)).toBe(false);
  },
);

test('a page may put text on the clipboard, so that its copy buttons work', () => {
  expect(ask(restricted(), 'permission', {}, 'clipboard-sanitized-write')).toBe(true);
  expect(ask(restricted(), 'permission-check', {}, 'clipboard-sanitized-write')).toBe(true);
});

test('a page gets no device, and no download', () => {
  expect(ask(restricted(), 'device', { deviceType: 'usb' })).toBe(false);
  const event = { preventDefault: vi.fn() };
  restricted().emit('will-download', event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

test('a page of any kind opens no window and goes nowhere', () => {
  restrictPages();
  const page = new PageDouble();
  electron.app.emit('web-contents-created', {}, page);
  expect(page.openHandler?.()).toEqual({ action: 'deny' });
  for (const attempt of ['will-navigate', 'will-redirect', 'will-attach-webview']) {
    const event = { preventDefault: vi.fn() };
    page.emit(attempt, event);
    expect(event.preventDefault, attempt).toHaveBeenCalledOnce();
  }
});
