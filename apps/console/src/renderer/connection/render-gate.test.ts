import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RENDER_INTERVAL_MS } from './limits.js';
import { RenderGate } from './render-gate.js';

describe('RenderGate', () => {
  let published: number[];
  let isHidden: boolean;
  let gate: RenderGate<number>;

  beforeEach(() => {
    vi.useFakeTimers();
    published = [];
    isHidden = false;
    gate = new RenderGate({
      publish: (value) => published.push(value),
      now: Date.now,
      isHidden: () => isHidden,
    });
  });
  afterEach(() => vi.useRealTimers());

  it('lets a lone value through at once', () => {
    gate.offer(1);
    expect(published).toEqual([1]);
  });

  it('lets a burst of a second through in at most five renders, the newest value last', () => {
    for (let index = 0; index < 1_000; index += 1) {
      gate.offer(index);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(RENDER_INTERVAL_MS);
    expect(published.length).toBeLessThanOrEqual(1_000 / RENDER_INTERVAL_MS + 1);
    expect(published.at(-1)).toBe(999);
  });

  it('lets nothing through while the page is hidden, and the newest value when it is seen again', () => {
    isHidden = true;
    gate.offer(1);
    gate.offer(2);
    vi.advanceTimersByTime(60_000);
    expect(published).toEqual([]);
    isHidden = false;
    gate.flush();
    expect(published).toEqual([2]);
  });

  it('holds back a value whose turn comes while the page is hidden', () => {
    gate.offer(1);
    gate.offer(2);
    isHidden = true;
    vi.advanceTimersByTime(RENDER_INTERVAL_MS);
    expect(published).toEqual([1]);
  });

  it('lets nothing through after it was released', () => {
    gate.offer(1);
    gate.offer(2);
    gate[Symbol.dispose]();
    vi.advanceTimersByTime(RENDER_INTERVAL_MS);
    expect(published).toEqual([1]);
  });
});
