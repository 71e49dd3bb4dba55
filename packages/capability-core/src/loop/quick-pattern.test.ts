import { describe, expect, it } from 'vitest';
import { PATTERN_CHOICES_MAX, PATTERN_TEXT_CHARACTERS_MAX } from './limits.js';
import { quickPattern } from './quick-pattern.js';

describe('a pattern of a schema', () => {
  it.each([
    ['^[a-z0-9-]+$', 'a-1', 'A'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-12-01', '1 December'],
    ['^(read|write|admin)$', 'admin', 'root'],
    ['^(?:ab){2}[*+)(|]\\*?$', 'abab|', 'ab'],
    ['^(?<year>\\d{4})(?=x)', '2026x', '2026'],
    ['^.*?b$', 'ab', 'a'],
    ['^(https?:)?//', '//a', 'ftp://a'],
  ])('that takes little time is applied: %s', (pattern, fits, fails) => {
    const { test } = quickPattern(pattern, 'u');
    expect([test(fits), test(fails)]).toEqual([true, false]);
  });

  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^((a+)b?)+$',
    '^(a|a)*$',
    '^(a|a){40}$',
    '^(a?){40}a{40}$',
    `^${'a?'.repeat(40)}${'a'.repeat(40)}$`,
    `^${'(a|a)'.repeat(40)}b$`,
    '^(?:[a-z]+|x)+$',
    '^(?=(a+)+$)',
    '^[a]*[a]*[a]*[a]*b$',
  ])('that may take for ever is left to the tool: %s', (pattern) => {
    expect(quickPattern(pattern, 'u').test(`${'a'.repeat(60)}!`)).toBe(true);
  });

  it('may leave open in so many places how a text fits, and not in more', () => {
    const patternOf = (places: number) => quickPattern(`^${'a+'.repeat(places)}$`, 'u');
    expect(patternOf(PATTERN_CHOICES_MAX).test('b')).toBe(false);
    expect(patternOf(PATTERN_CHOICES_MAX + 1).test('b')).toBe(true);
  });

  it('is applied to a text of so many characters, and not to a longer one', () => {
    const { test } = quickPattern('^b', 'u');
    expect(test('a'.repeat(PATTERN_TEXT_CHARACTERS_MAX))).toBe(false);
    expect(test('a'.repeat(PATTERN_TEXT_CHARACTERS_MAX + 1))).toBe(true);
  });

  it('that is none is refused', () => {
    expect(() => quickPattern('[', 'u')).toThrow(SyntaxError);
  });
});
