import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globMatcher } from './glob.js';

it.each([
  ['*', '', true],
  ['*', 'anything', true],
  ['read', 'read', true],
  ['read', 'reads', false],
  ['read*', 'reads', true],
  ['*read', 'bread', true],
  ['mcp__*__read', 'mcp__files__read', true],
  ['mcp__*__read', 'mcp__read', false],
  ['a*a', 'a', false],
  ['a*b*c', 'abbc', true],
  ['a*bb*bc', 'abbc', false],
  ['.', 'x', false],
  ['*a*', 'xax', true],
])('%s against %s is %s', (pattern, text, matches) => {
  expect(globMatcher(pattern)(text)).toBe(matches);
});

it('agrees with a regular expression of the same meaning', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      const expected = new RegExp(`^${pattern.split('*').join('[\\s\\S]*')}$`, 'u');
      expect(globMatcher(pattern)(text)).toBe(expected.test(text));
    }),
  );
});
