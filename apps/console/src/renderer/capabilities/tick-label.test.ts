import { expect, it } from 'vitest';
import { tickLabel } from './tick-label.js';

it('is as exact as the distance between ticks asks for, and names another day', () => {
  const noon = new Date(2026, 10, 30, 12, 0, 5).getTime();
  const tomorrow = noon + 86_400_000;
  expect(tickLabel({ x: 0, at: noon, stepMs: 5_000 }, noon)).toBe('12:00:05');
  expect(tickLabel({ x: 0, at: noon, stepMs: 60_000 }, noon)).toBe('12:00');
  expect(tickLabel({ x: 0, at: noon, stepMs: 3_600_000 }, tomorrow)).toBe('30 Nov 12:00');
  expect(tickLabel({ x: 0, at: noon, stepMs: 86_400_000 }, tomorrow)).toBe('30 Nov');
});
