import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlidingList } from './sliding-list.js';

test('items keep their numbers while others come and go, and are found by their order', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (steps) => {
      const list = new SlidingList<number>();
      let first = 0;
      let end = 0;
      for (const isPush of steps) {
        if (isPush) {
          list.push(10 * end);
          end += 1;
        } else {
          list.forgetFirst();
          first = Math.min(end, first + 1);
        }
        expect([list.first, list.end]).toEqual([first, end]);
        for (let number = 0; number <= end; number += 1) {
          expect(list.at(number)).toBe(number < first || number === end ? undefined : 10 * number);
        }
        for (const bound of [-1, 10 * first, 10 * first + 5, 10 * end]) {
          const expected = Math.min(end, Math.max(first, Math.floor(bound / 10) + 1));
          expect(list.findFirst((item) => item > bound)).toBe(expected);
        }
      }
    }),
    { numRuns: 30 },
  );
});
