import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WINDOW_STATE_MAX_BYTES } from './limits.js';
import { firstSize, readWindowState, smallestSize, visibleBounds, writeWindowState } from './window-state.js';

const desktop = { x: 0, y: 0, width: 1_920, height: 1_080 };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'window-state-'));
  file = join(folder, 'window.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('what was written is read again', () => {
  const state = { bounds: { x: -20, y: 40, ...smallestSize }, maximized: true };
  writeWindowState(file, state);
  expect(readWindowState(file)).toEqual(state);
});

test('a place that cannot be written is said on the terminal, and the window closes', () => {
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  writeWindowState(join(folder, 'gone', 'window.json'), {
    bounds: { x: 0, y: 0, ...smallestSize },
    maximized: false,
  });
  expect(print.mock.calls.join('\n')).toContain('[window-not-remembered]');
  print.mockRestore();
});

test.each([
  ['text that is not JSON', '{'],
  ['no object', '7'],
  ['no bounds', '{}'],
  ['a word for a number', '{"bounds":{"x":"0","y":0,"width":900,"height":600}}'],
  ['half a pixel', '{"bounds":{"x":0.5,"y":0,"width":900,"height":600}}'],
  ['a window too small to use', `{"bounds":{"x":0,"y":0,"width":${smallestSize.width - 1},"height":600}}`],
  ['a number beyond every desktop', '{"bounds":{"x":100000,"y":0,"width":900,"height":600}}'],
  ['a file a byte too long', paddedState(WINDOW_STATE_MAX_BYTES + 1)],
])('%s is as good as no memory', (_what, text) => {
  writeFileSync(file, text);
  expect(readWindowState(file)).toBeUndefined();
});

test('a file as long as may be is read', () => {
  writeFileSync(file, paddedState(WINDOW_STATE_MAX_BYTES));
  expect(readWindowState(file)?.bounds).toMatchObject({ width: 900, height: 600 });
});

test('a file that is absent is as good as no memory', () => {
  expect(readWindowState(file)).toBeUndefined();
});

test('a window that was never closed is no larger than the display has room for', () => {
  expect(firstSize(desktop)).toEqual({ width: 1_440, height: 900 });
  expect(firstSize({ x: 0, y: 25, width: 1_280, height: 775 })).toEqual({ width: 1_280, height: 775 });
});

test('a window on a display that was unplugged is not restored there', () => {
  const bounds = { x: 2_000, y: 0, width: 900, height: 600 };
  expect(visibleBounds(bounds, [desktop])).toBeUndefined();
  expect(visibleBounds(bounds, [desktop, { ...desktop, x: 1_920 }])).toEqual(bounds);
});

test('a window of which only an edge is left on the display is not restored there', () => {
  const half = smallestSize.width / 2;
  const at = (x: number) => ({ x, y: 0, width: 900, height: 600 });
  expect(visibleBounds(at(desktop.width - half), [desktop])).toEqual(at(desktop.width - half));
  expect(visibleBounds(at(desktop.width - half + 1), [desktop])).toBeUndefined();
});

/** What would be remembered, in a file of so many bytes. */
function paddedState(bytes: number): string {
  const state = '{"bounds":{"x":0,"y":0,"width":900,"height":600}}';
  return state + ' '.repeat(bytes - state.length);
}
