import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spanScale } from './span-scale.js';

const SECOND = 1_000;

describe('the time of a run on an axis', () => {
  it('goes from its beginning to its end, with round times', () => {
    const scale = spanScale({ from: 5_000, to: 15_000 }, [
      { from: 7_000, to: 8_000 },
      { from: 10_000, to: 12_000 },
    ]);
    expect([scale.x(5_000), scale.x(10_000), scale.x(15_000)]).toEqual([0, 50, 100]);
    expect(scale.ticks.map((tick) => tick.spanMs)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(scale.squeezed).toEqual([]);
  });

  it('squeezes a long wait, says so, and leaves room for what happened', () => {
    const from = 0;
    const scale = spanScale({ from, to: 1_802 * SECOND }, [
      { from, to: SECOND },
      { from: 1_801 * SECOND, to: 1_802 * SECOND },
    ]);
    expect(scale.squeezed).toHaveLength(1);
    expect(scale.squeezed[0]?.spanMs).toBe(1_800 * SECOND);
    expect(scale.x(SECOND)).toBeGreaterThan(20);
  });

  it.each([
    [100, [0, 20, 40, 60, 80]],
    [7_100, [0, 2_000, 4_000]],
    [500_000, [0, 120_000, 240_000, 360_000]],
    [40 * 3_600_000, [0, 12 * 3_600_000, 24 * 3_600_000]],
    [600 * 3_600_000, [0, 200 * 3_600_000, 400 * 3_600_000]],
  ])('has times on it that people count in: of %d ms %j', (to, spans) => {
    expect(spanScale({ from: 0, to }, []).ticks.map((tick) => tick.spanMs)).toEqual(spans);
  });

  it('is the same way round as time, within its width, for any run', () => {
    const moment = fc.integer({ min: 0, max: 4_000_000 });
    const span = fc.tuple(moment, moment).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 12 }), moment, moment, (whole, spans, a, b) => {
        const { x, ticks, squeezed } = spanScale(whole, spans);
        const [early, late] = [x(Math.min(a, b)), x(Math.max(a, b))];
        expect(early).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(100);
        expect(early).toBeLessThanOrEqual(late + 1e-9);
        for (const { x0, x1 } of squeezed) {
          expect(ticks.every((tick) => tick.x <= x0 || tick.x >= x1)).toBe(true);
        }
      }),
    );
  });

  it('gives a run without any length a little', () => {
    const scale = spanScale({ from: 7, to: 7 }, []);
    expect([scale.x(7), scale.x(8) > 0]).toEqual([0, true]);
  });
});
