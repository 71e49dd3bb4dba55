import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anActivityPage as pageOf } from '../test-state/activity-builders.js';
import { feedOf, withNewest, withOlder, withWaiting } from './activity-feed.js';
import { ACTIVITY_FOLLOWED_MAX, ACTIVITY_WAITING_MAX } from './limits.js';

const numbers = (lines: readonly { sequence: number }[]): readonly number[] =>
  lines.map((line) => line.sequence);

describe('the feed of the audit log', () => {
  it('shows new lines at the top while it follows, and lets them wait otherwise', () => {
    const feed = feedOf(pageOf(5, 3));
    expect(numbers(withNewest(feed, pageOf(7, 3), true).lines)).toEqual([7, 6, 5, 4, 3]);
    const held = withNewest(feed, pageOf(7, 3), false);
    expect(numbers(held.lines)).toEqual([5, 4, 3]);
    expect(numbers(held.waiting)).toEqual([7, 6]);
    expect(numbers(withWaiting(held).lines)).toEqual([7, 6, 5, 4, 3]);
    expect(held.total).toBe(7);
  });

  it('begins anew, when it is shown, if more came than a page holds', () => {
    const held = withNewest(feedOf(pageOf(5, 3)), pageOf(20, 3), false);
    expect(numbers(held.lines)).toEqual([5, 4, 3]);
    expect(held.hasGap).toBe(true);
    const shown = withWaiting(held);
    expect(numbers(shown.lines)).toEqual([20, 19, 18]);
    expect(shown).toMatchObject({ hasGap: false, hasMore: true });
    const later = withNewest(held, pageOf(22, 3), false);
    expect(numbers(withWaiting(later).lines)).toEqual([22, 21, 20, 19, 18]);
  });

  it.each([
    [ACTIVITY_WAITING_MAX, false],
    [ACTIVITY_WAITING_MAX + 1, true],
  ])('lets %d lines wait: has a gap: %s', (count, hasGap) => {
    const first = feedOf(pageOf(1, 3));
    const held = withNewest(first, pageOf(1 + count, count + 1), false);
    expect(held.hasGap).toBe(hasGap);
  });

  it.each([
    [ACTIVITY_FOLLOWED_MAX - 1, false],
    [ACTIVITY_FOLLOWED_MAX, true],
  ])('lets go of its oldest line, to be read again, when one comes to %d: %s', (count, isLetGo) => {
    const all = { ...pageOf(count, count), hasMore: false };
    const { lines, hasMore } = withNewest(feedOf(all), pageOf(count + 1, 3), true);
    expect([lines.length, lines.at(0)?.sequence]).toEqual([ACTIVITY_FOLLOWED_MAX, count + 1]);
    expect([lines.at(-1)?.sequence, hasMore]).toEqual([isLetGo ? 2 : 1, isLetGo]);
  });

  it('shows the newest lines without a gap and without repeating one, however pages come', () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant('new' as const),
        by: fc.integer({ min: 0, max: 9 }),
        follows: fc.boolean(),
      }),
      fc.record({ type: fc.constant('older' as const) }),
      fc.record({ type: fc.constant('show' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        let newest = 4;
        let feed = feedOf(pageOf(newest, limit));
        for (const taken of steps) {
          if (taken.type === 'new') {
            newest += taken.by;
            feed = withNewest(feed, pageOf(newest, limit), taken.follows);
          } else if (taken.type === 'show') feed = withWaiting(feed);
          else feed = withOlder(feed, pageOf(newest, limit, feed.lines.at(-1)?.sequence));
          const shown = numbers(feed.lines);
          expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) - index));
        }
        feed = withNewest(feed, pageOf(newest, limit), true);
        expect(feed.lines.at(0)?.sequence).toBe(newest);
      }),
    );
  });
});
