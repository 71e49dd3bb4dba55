import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from '../model/utf8.js';
import { keyBounds } from './key-bounds.js';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10ffff}'),
  maxLength: 4,
});

test('the bounds of a prefix hold exactly the texts that begin with it', () => {
  fc.assert(
    fc.property(text, text, (prefix, key) => {
      const { from, before } = keyBounds({ namespace: 'n', prefix, after: '' });
      const isWithin = compareUtf8(key, from) >= 0 && (before === undefined || compareUtf8(key, before) < 0);
      expect(isWithin).toBe(key.startsWith(prefix));
    }),
  );
});

test('a prefix of the last characters of all has no end, and no half of a character is made', () => {
  expect(keyBounds({ namespace: 'n', prefix: '\u{10ffff}', after: 'k' })).toEqual({
    from: '\u{10ffff}',
    after: 'k',
    before: undefined,
  });
  expect(keyBounds({ namespace: 'n', prefix: 'a\u{d7ff}', after: '' }).before).toBe('a\u{e000}');
  expect(keyBounds({ namespace: 'n', prefix: 'a\u{10ffff}', after: '' }).before).toBe('b');
});
