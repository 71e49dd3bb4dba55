import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { electron, WindowDouble } from '../../test/electron/electron-double.js';
import { RESTART_WINDOW_MS, RESTARTS_MAX } from './limits.js';
import { reportDeadHelpers, reviveCrashedPage } from './page-crashes.js';

vi.mock('electron', async () => (await import('../../test/electron/electron-double.js')).electron);

let printed: string[];
beforeEach(() => {
  vi.useFakeTimers();
  printed = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  electron.app.removeAllListeners();
});

function crashingWindow() {
  const window = new WindowDouble({});
  const giveUp = vi.fn();
  reviveCrashedPage(window as never, giveUp);
  const crash = (reason = 'crashed'): unknown =>
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
  return { page: window.webContents, giveUp, crash };
}

test('a page that dies is loaded again, as often as the bound says; once more ends the application', () => {
  const { page, giveUp, crash } = crashingWindow();
  for (let death = 1; death <= RESTARTS_MAX; death += 1) crash();
  expect([page.reloads, giveUp.mock.calls.length]).toEqual([RESTARTS_MAX, 0]);
  expect(printed.join('')).not.toContain('What to do');
  crash();
  expect([page.reloads, giveUp.mock.calls.length]).toEqual([RESTARTS_MAX, 1]);
  expect(printed).toHaveLength(RESTARTS_MAX + 1);
  expect(printed.at(-1)).toMatch(
    /\[page-died\].*\(crashed, code 5\)\.\n {2}What to do: It died several times/,
  );
});

test('a page that dies rarely is always loaded again', () => {
  const { page, giveUp, crash } = crashingWindow();
  for (let death = 0; death <= 2 * RESTARTS_MAX; death += 1) {
    crash();
    vi.advanceTimersByTime(RESTART_WINDOW_MS / RESTARTS_MAX);
  }
  expect([page.reloads, giveUp.mock.calls.length]).toEqual([2 * RESTARTS_MAX + 1, 0]);
});

test('a page that ends in order is let go', () => {
  const { page, crash } = crashingWindow();
  crash('clean-exit');
  expect([page.reloads, printed]).toEqual([0, []]);
});

test("one of Chromium's own processes that dies is worth a line; the host, which is looked after, is not", () => {
  reportDeadHelpers();
  const end = (type: string, reason: string): unknown =>
    electron.app.emit('child-process-gone', {}, { type, reason, exitCode: 9 });
  end('GPU', 'clean-exit');
  end('Utility', 'killed');
  expect(printed).toEqual([]);
  end('GPU', 'killed');
  expect(printed).toEqual([expect.stringMatching(/\[helper-died\].*GPU process ended \(killed, code 9\)/)]);
});
