import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE_MIN_MS, IDLE_SHARE_MAX, SPAN_MIN_MS } from './limits.js';
import { timeScale } from './time-scale.js';

const range = { from: 100, to: 1_100 };
const start = Date.UTC(2026, 10, 30, 9, 40);

describe('timeScale', () => {
  it('is true to scale while no stretch is idle for long', () => {
    const scale = timeScale([start, start + 10_000, start + 15_000], start + 20_000, range);
    expect([start, start + 10_000, start + 15_000, start + 20_000].map(scale.x)).toEqual([
      100, 600, 850, 1_100,
    ]);
    expect(scale.squeezed).toEqual([]);
  });

  it('spans a minimum of time, so that a first moment is not a blank axis', () => {
    const now = start + 100;
    const scale = timeScale([start], now, range);
    expect(scale.x(now - SPAN_MIN_MS)).toBe(100);
    expect(scale.x(now)).toBe(1_100);
  });

  it('begins at the moment asked for, and puts what was before there', () => {
    const scale = timeScale([start, start + 60_000], start + 90_000, { ...range, since: start + 50_000 });
    expect([scale.x(start), scale.x(start + 50_000), scale.x(start + 90_000)]).toEqual([100, 100, 1_100]);
  });

  it('draws a lone idle stretch true to scale up to the bound, and squeezes one that is longer', () => {
    const busy = [0, 1, 2, 3, 4].map((index) => start + index * 1_000);
    const last = start + 4_000;
    expect(timeScale(busy, last + IDLE_MIN_MS, range).squeezed).toEqual([]);
    const [found] = timeScale(busy, last + 2 * IDLE_MIN_MS, range).squeezed;
    expect(found?.spanMs).toBe(2 * IDLE_MIN_MS);
  });

  it('writes no moment twice along an axis of a few seconds', () => {
    const { ticks } = timeScale([start + 300], start + 4_400, range);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.every(({ at }) => at % 1_000 === 0)).toBe(true);
  });

  it('gives a night without events no more than its share of the width', () => {
    const busy = Array.from({ length: 40 }, (_, index) => start + index * 20_000);
    const morning = start + 12 * 3_600_000;
    const [night] = timeScale([...busy, morning], morning + 20_000, range).squeezed;
    expect(night?.x1).toBeDefined();
    expect((night?.x1 ?? 0) - (night?.x0 ?? 0)).toBeCloseTo(IDLE_SHARE_MAX * 1_000, 5);
  });

  it('puts its ticks on round times, apart enough to be read, and none where time is squeezed', () => {
    const busy = Array.from({ length: 40 }, (_, index) => start + index * 60_000);
    const now = start + 12 * 3_600_000;
    const scale = timeScale(busy, now, range);
    const [idle] = scale.squeezed;
    expect(scale.ticks.length).toBeGreaterThan(2);
    expect(scale.ticks.every((tick) => tick.at % 60_000 === 0)).toBe(true);
    expect(scale.ticks.every((tick) => tick.x <= (idle?.x0 ?? 0))).toBe(true);
  });

  it('never turns time around, and never leaves the range', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 100_000_000 }), (instants, now) => {
        const scale = timeScale(instants, now, range);
        const xs = [...instants, now]
          .filter((at) => at <= now)
          .sort((a, b) => a - b)
          .map(scale.x);
        expect(xs.every((x) => x >= range.from && x <= range.to)).toBe(true);
        expect(xs.every((x, index) => x >= (xs[index - 1] ?? range.from))).toBe(true);
        expect(scale.x(now)).toBe(range.to);
      }),
    );
  });
});
