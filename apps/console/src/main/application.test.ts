import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { double, electron, type WindowDouble } from '../../test/electron/electron-double.js';
import { ipcChannels } from '../preload/ipc-channels.js';
import { Application } from './application.js';
import { exitCodes } from './exit-codes.js';
import { RESTARTS_MAX } from './limits.js';

vi.mock('electron', async () => (await import('../../test/electron/electron-double.js')).electron);

const OWN_FRAME = { senderFrame: { url: 'app://console/', parent: null } };

let printed: string[];
beforeEach(() => {
  double.userData = mkdtempSync(join(tmpdir(), 'application-'));
  double.hosts = [];
  double.windows = [];
  double.questions = [];
  double.loadFault = undefined;
  electron.app.exits.length = 0;
  printed = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  const { app, ipcMain, session } = electron;
  for (const emitter of [app, ipcMain, session.defaultSession]) emitter.removeAllListeners();
  rmSync(double.userData, { recursive: true });
});

function started() {
  const application = new Application();
  const [window] = double.windows;
  const [host] = double.hosts;
  if (window === undefined || host === undefined) throw new Error('No window, or no host, was opened');
  return { application, window, host };
}

/** The code with which the application ends, after its host has. */
async function exitCode(): Promise<number | undefined> {
  double.hosts.at(-1)?.emit('exit', 0);
  await expect.poll(() => electron.app.exits).toHaveLength(1);
  return electron.app.exits[0];
}

test('the application says once that it is ready: when its page has drawn what the host said', async () => {
  const { host } = started();
  host.emit('message', { type: 'ready' });
  host.emit('message', { type: 'ready' });
  expect(printed).toEqual([]);
  electron.ipcMain.emit(ipcChannels.painted, OWN_FRAME);
  await expect.poll(() => printed).toEqual(['Console ready in its window\n']);
});

test('the application ends with its last window, after its host, and once', async () => {
  started();
  electron.app.emit('window-all-closed');
  electron.app.quit();
  expect(electron.app.exits).toEqual([]);
  expect(await exitCode()).toBe(exitCodes.done);
});

test.each([
  ['makes the application fail in the end', false, exitCodes.hostFailed],
  ['is forgotten once another could', true, exitCodes.done],
])('a host that could not open its store %s', async (_, another, code) => {
  const error = { code: 'locked', message: 'In use.', action: null, causes: [], details: {} };
  const { host } = started();
  host.emit('message', { type: 'failed', error });
  expect(printed.join('')).toContain('[locked]');
  if (another) {
    electron.ipcMain.emit(ipcChannels.connect, {
      senderFrame: { ...OWN_FRAME.senderFrame, postMessage: () => undefined },
    });
    double.hosts.at(-1)?.emit('message', { type: 'ready' });
    expect(double.hosts).toHaveLength(2);
  }
  electron.app.quit();
  expect(await exitCode()).toBe(code);
});

test('a host that died and was started again leaves the application as it was', async () => {
  const { host, window } = started();
  host.emit('exit', 9);
  expect(printed.join('')).toContain('[host-died]');
  expect(window.webContents.sent).toEqual([ipcChannels.hostGone]);
  double.hosts.at(-1)?.emit('message', { type: 'ready' });
  electron.app.quit();
  expect(await exitCode()).toBe(exitCodes.done);
});

/** The first and only question that a person is asked. */
async function question() {
  await expect.poll(() => double.questions).toHaveLength(1);
  const [asked] = double.questions;
  if (asked === undefined) throw new Error('Nobody was asked');
  return asked;
}

test('a person who closes the window while runs are live is asked once, and may keep it open', async () => {
  const { host, window } = started();
  host.emit('message', { type: 'live-runs', live: 2 });
  window.close();
  window.close();
  const { message, buttons, answer } = await question();
  expect(message).toBe('2 runs are live; quitting ends them.');
  answer(buttons.indexOf('Keep open'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(window.isDestroyed()).toBe(false);
  double.questions.length = 0;
  host.emit('message', { type: 'live-runs', live: 1 });
  window.close();
  const again = await question();
  expect(again.message).toBe('1 run is live; quitting ends it.');
  again.answer(again.buttons.indexOf('Quit'));
  await expect.poll(() => window.isDestroyed()).toBe(true);
});

test.each([
  ['while no run is live', [1, 0]],
  ['of a host that has died', [1]],
])('nobody is asked about a window %s', (_, counts) => {
  const { host, window } = started();
  for (const live of counts) host.emit('message', { type: 'live-runs', live });
  if (counts.at(-1) !== 0) host.emit('exit', 9);
  window.close();
  expect([window.isDestroyed(), double.questions]).toEqual([true, []]);
});

test('whoever quits the application is not asked, and ends a question that stands open', async () => {
  const { host, window } = started();
  host.emit('message', { type: 'live-runs', live: 1 });
  window.close();
  const { signal } = await question();
  electron.app.quit();
  expect([signal.aborted, window.isDestroyed(), double.questions.length]).toEqual([true, true, 1]);
  expect(await exitCode()).toBe(exitCodes.done);
});

test('a page that keeps dying ends the application with the code of its main process', async () => {
  const { window } = started();
  for (let death = 0; death <= RESTARTS_MAX; death += 1) {
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
  expect(await exitCode()).toBe(exitCodes.mainFailed);
});

test('a second instance brings the window to front, and one that is gone stays away', () => {
  const { application, window } = started();
  const focused = vi.fn();
  window.on('focus', focused);
  window.minimized = true;
  electron.app.emit('second-instance');
  expect([window.minimized, window.isShown, focused.mock.calls.length]).toEqual([false, true, 1]);
  window.destroyed = true;
  application.focus();
  expect(focused).toHaveBeenCalledOnce();
});

test('the window is a sandboxed one on the page of the application, shown with its first picture', () => {
  const { window } = started();
  expect(window.options).toMatchObject({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true },
  });
  expect([window.loaded, window.isShown]).toEqual([['app://console/'], false]);
  window.emit('ready-to-show');
  expect([window.isShown, window.maximized]).toEqual([true, false]);
});

test('a window comes back where it was closed, maximized if it was', () => {
  const { window: first } = started();
  first.bounds = { x: 30, y: 40, width: 1_100, height: 800 };
  first.maximized = true;
  first.emit('close');
  started();
  const second: WindowDouble | undefined = double.windows.at(-1);
  expect(second?.options).toMatchObject(first.bounds);
  second?.emit('ready-to-show');
  expect(second?.maximized).toBe(true);
});

test.each([
  ['a page that cannot be loaded is told on the terminal', 'ERR_FAILED', ['page-not-loaded']],
  ['a load that another one broke off is no fault', 'ERR_ABORTED', []],
])('%s', async (_, code, told) => {
  double.loadFault = Object.assign(new Error(`${code} (-1) loading 'app://console/'`), { code });
  started();
  await new Promise((resolve) => setImmediate(resolve));
  expect(printed.flatMap((line) => /\[([\w-]+)\]/.exec(line)?.[1] ?? [])).toEqual(told);
});

test('the page comes from the built files alone, and no tools of developers are in the menu of a packaged application', async () => {
  started();
  const answered = await double.answer?.({ url: 'app://console/absent.js' });
  expect(answered?.status).toBe(404);
  const view = () => JSON.stringify(double.menu.find(({ label }) => label === 'View'));
  expect(view()).toContain('toggleDevTools');
  electron.app.isPackaged = true;
  started();
  expect(view()).not.toContain('toggleDevTools');
  electron.app.isPackaged = false;
});
