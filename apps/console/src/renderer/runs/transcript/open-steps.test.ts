import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPEN_STEPS_MAX } from './limits.js';
import { formatOpen, isOpen, parseOpen, toggleOpen } from './open-steps.js';

describe('the steps that are open', () => {
  it('are read from an address and written to it', () => {
    for (const text of [undefined, 'only-3', 'only-3-7', 'all', 'all-3-7'])
      expect(formatOpen(parseOpen(text))).toBe(text);
    expect(formatOpen(parseOpen('only-3-x-0-2.5-2-3'))).toBe('only-3-2');
    for (const text of ['everything', 'only', '']) expect(formatOpen(parseOpen(text))).toBeUndefined();
  });

  it('change one by one, whatever was open before', () => {
    const number = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.boolean(), fc.uniqueArray(number), number, number, (isAll, but, toggled, other) => {
        const before = { isAll, but };
        const after = toggleOpen(before, toggled);
        expect(isOpen(after, toggled)).toBe(!isOpen(before, toggled));
        if (other !== toggled) expect(isOpen(after, other)).toBe(isOpen(before, other));
        expect(parseOpen(formatOpen(after))).toEqual(after);
      }),
    );
  });

  it.each([
    [OPEN_STEPS_MAX, true],
    [OPEN_STEPS_MAX + 1, false],
  ])('remember, of %d, the first: %s', (count, isRemembered) => {
    let open = parseOpen(undefined);
    for (let sequence = 1; sequence <= count; sequence += 1) open = toggleOpen(open, sequence);
    expect(isOpen(open, 1)).toBe(isRemembered);
    expect(isOpen(open, count)).toBe(true);
  });
});
