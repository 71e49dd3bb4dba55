import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8, utf8Length } from './utf8.js';

const text = fc.string({ unit: 'binary', maxLength: 6 });

test('two texts compare as their bytes in UTF-8 do', () => {
  fc.assert(
    fc.property(text, text, fc.string({ unit: 'binary', maxLength: 3 }), (left, right, shared) => {
      const expected = Buffer.compare(Buffer.from(shared + left), Buffer.from(shared + right));
      expect(Math.sign(compareUtf8(shared + left, shared + right))).toBe(expected);
    }),
  );
});

test('a length is counted in bytes of UTF-8', () => {
  expect(utf8Length('aé\u{20ac}\u{1f600}')).toBe(1 + 2 + 3 + 4);
});
