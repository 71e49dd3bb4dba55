import { describe, expect, it } from 'vitest';
import { followAfterScroll, type ScrollMove } from './follow-after-scroll.js';
import { EDGE_PX } from './limits.js';

const MAX = 1_000;
const end = (from: number, to: number, isByHand = true): ScrollMove => ({
  edge: 'end',
  from,
  to,
  max: MAX,
  isByHand,
});
const start = (from: number, to: number, isByHand = true): ScrollMove => ({
  ...end(from, to, isByHand),
  edge: 'start',
});

describe('following after a scroll', () => {
  it('ends when somebody scrolls away from the edge, and not for a twitch at it', () => {
    expect(followAfterScroll(true, end(MAX, MAX - EDGE_PX - 1))).toBe(false);
    expect(followAfterScroll(true, end(MAX, MAX - EDGE_PX))).toBe(true);
    expect(followAfterScroll(true, start(0, EDGE_PX + 1))).toBe(false);
    expect(followAfterScroll(true, start(0, EDGE_PX))).toBe(true);
  });

  it('begins again when somebody is back at the edge, and not on the way there', () => {
    expect(followAfterScroll(false, end(500, MAX - EDGE_PX))).toBe(true);
    expect(followAfterScroll(false, end(500, MAX - EDGE_PX - 1))).toBe(false);
    expect(followAfterScroll(false, start(500, EDGE_PX))).toBe(true);
    expect(followAfterScroll(false, start(500, EDGE_PX + 1))).toBe(false);
  });

  it('stays off where it was switched off at the edge', () => {
    expect(followAfterScroll(false, end(MAX, MAX))).toBe(false);
    expect(followAfterScroll(false, end(MAX, MAX - 3))).toBe(false);
  });

  it('does not care how a list moves by itself', () => {
    expect(followAfterScroll(true, end(MAX, 0, false))).toBe(true);
    expect(followAfterScroll(false, end(0, MAX, false))).toBe(false);
  });
});
