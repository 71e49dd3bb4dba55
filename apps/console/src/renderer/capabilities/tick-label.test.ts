import { describe, expect, it } from 'vitest';
import { tickLabels } from './tick-label.js';

const noon = new Date(2026, 10, 30, 12, 0, 5).getTime();
const DAY_MS = 86_400_000;
const texts = (times: readonly number[], stepMs: number, now: number, distance = 200): readonly string[] =>
  tickLabels(
    times.map((at, index) => ({ x: index * distance, at, stepMs })),
    now,
  ).map(({ text }) => text);

describe('labels of the axis', () => {
  it('are as exact as the distance between ticks asks for', () => {
    expect(texts([noon], 5_000, noon)).toEqual(['12:00:05']);
    expect(texts([noon], 60_000, noon)).toEqual(['12:00']);
    expect(texts([noon], DAY_MS, noon)).toEqual(['30 Nov']);
  });

  it('say the date where it changes, and at the beginning unless it is today', () => {
    const hour = 3_600_000;
    const evening = noon + 10 * hour;
    const times = [evening, evening + hour, evening + 2 * hour, evening + 3 * hour];
    expect(texts(times, hour, evening + 3 * hour)).toEqual([
      '30 Nov 22:00',
      '23:00',
      '01 Dec 00:00',
      '01:00',
    ]);
    expect(texts([noon, noon + hour], hour, noon)).toEqual(['12:00', '13:00']);
  });

  it('leave out what would stand in the way of the one before', () => {
    const shown = texts([noon - DAY_MS, noon - DAY_MS + 60_000, noon], 60_000, noon, 60);
    expect(shown).toEqual(['29 Nov 12:00', '30 Nov 12:00']);
  });
});
