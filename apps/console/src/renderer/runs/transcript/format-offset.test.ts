import { expect, it } from 'vitest';
import { formatOffset, formatTick } from './format-offset.js';

it.each([
  [-5, '0:00.0'],
  [99, '0:00.0'],
  [1_249, '0:01.2'],
  [59_999, '0:59.9'],
  [12 * 60_000 + 3_400, '12:03.4'],
  [3_600_000 - 1, '59:59.9'],
  [3_600_000 + 2 * 60_000 + 3_000, '1:02:03'],
  [26 * 3_600_000, '26:00:00'],
])('writes %d ms after the beginning as %s', (span, text) => {
  expect(formatOffset(span)).toBe(text);
});

it.each([
  [0, '0'],
  [250, '250 ms'],
  [1_500, '1.5 s'],
  [20_000, '20 s'],
  [150_000, '2.5 min'],
  [7_200_000, '2 h'],
])('writes %d ms on a scale as %s', (span, text) => {
  expect(formatTick(span)).toBe(text);
});
