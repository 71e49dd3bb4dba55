import { readFileSync, writeFileSync } from 'node:fs';
import { WINDOW_STATE_MAX_BYTES } from './limits.js';
import { printFailure } from './terminal.js';

/** A rectangle on the desktop, in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a window was when it was closed. */
export interface WindowState {
  readonly bounds: Bounds;
  readonly maximized: boolean;
}

/** Smallest size at which the console can be used. */
export const smallestSize = { width: 880, height: 560 } as const;

const usualSize = { width: 1_440, height: 900 } as const;

/** The size of a window that was never closed: a usual one, or what of it the display has room for. */
export function firstSize({ width, height }: Bounds): Pick<Bounds, 'width' | 'height'> {
  return { width: Math.min(usualSize.width, width), height: Math.min(usualSize.height, height) };
}

/** Reads what was remembered; a file that is absent or makes no sense is as good as none. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > WINDOW_STATE_MAX_BYTES ? undefined : parseWindowState(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A place that cannot be remembered is worth a line, and must not keep the window from closing in order. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state));
  } catch (error) {
    printFailure({
      code: 'window-not-remembered',
      message: `The window's place cannot be remembered: ${error instanceof Error ? error.message : String(error)}.`,
      action: 'Check that the disk has room and that the file can be written.',
      causes: [],
      details: { file },
    });
  }
}

/** The remembered bounds, if enough of them still lies on one of the displays to take hold of the window. */
export function visibleBounds(bounds: Bounds, displays: readonly Bounds[]): Bounds | undefined {
  const reachable = displays.some(
    (display) =>
      overlap(bounds.x, bounds.width, display.x, display.width) >= smallestSize.width / 2 &&
      overlap(bounds.y, bounds.height, display.y, display.height) >= smallestSize.height / 2,
  );
  return reachable ? bounds : undefined;
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}

function parseWindowState(value: unknown): WindowState | undefined {
  if (!isRecord(value) || !isRecord(value['bounds'])) return undefined;
  const { x, y, width, height } = value['bounds'];
  if (!isPixel(x) || !isPixel(y) || !isPixel(width) || !isPixel(height)) return undefined;
  if (width < smallestSize.width || height < smallestSize.height) return undefined;
  return { bounds: { x, y, width, height }, maximized: value['maximized'] === true };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isPixel(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) < 100_000;
}
