import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_OUTPUT_BYTES_MAX } from '../loop/limits.js';
import { countsFromOne, expandArguments, splitArguments } from './command-arguments.js';

describe('the arguments of a command', () => {
  it.each<[string, string, string]>([
    ['$ARGUMENTS', 'a  "b c"', 'a  "b c"'],
    ['$ARGUMENTS[0] $ARGUMENTS[1] $ARGUMENTS[2]', 'a "b c"', 'a b c $ARGUMENTS[2]'],
    ['$0, $1, $2', 'a b', 'a, b, $2'],
    ['$0$1', 'a b', 'ab'],
    ['$10', 'a b', '$10'],
    ['$$0', 'a', '$a'],
    ['\\$0 \\$ARGUMENTS \\$ARGUMENTS[0] $0', 'a', '$0 $ARGUMENTS $ARGUMENTS[0] a'],
    ['$0 $1', '$1 $ARGUMENTS', '$1 $ARGUMENTS'],
    ['$0', "$& $' $`", '$&'],
    ['$ARGUMENTS', '', ''],
    ['$0 costs $5', '', '$0 costs $5'],
    ['Look.', 'at it', 'Look.\n\nARGUMENTS: at it'],
    ['Look.', '', 'Look.'],
    ['\\$0', 'a', '$0\n\nARGUMENTS: a'],
    ['$ARGUMENTSX', 'a', '$ARGUMENTSX\n\nARGUMENTS: a'],
  ])('in %j with %j make %j', (template, args, expanded) => {
    expect(expandArguments(template, args, 0)).toBe(expanded);
  });

  it('count from one where a host says so, but for those in brackets', () => {
    expect(expandArguments('$1 $2 $0 $ARGUMENTS[0]', 'a b', 1)).toBe('a b $0 a');
  });

  it.each<[string, readonly string[]]>([
    ['', []],
    ['  a\tb\n c ', ['a', 'b', 'c']],
    ['"a b" \'c "d"\' e"f g"h', ['a b', 'c "d"', 'ef gh']],
    ['a\\ b "c\\"d\\\\e\\f" \'g\\\'', ['a b', 'c"d\\e\\f', 'g\\']],
    ['"" \'\'', ['', '']],
    ["don't stop", ["don't", 'stop']],
    ['"never closed', ['"never', 'closed']],
    ['end\\', ['end\\']],
  ])('are taken apart as a shell does: %j', (text, words) => {
    expect(splitArguments(text)).toEqual(words);
  });

  it('come through quotes as they were, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        const quoted = words.map((word) => `"${word.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
        expect(splitArguments(quoted)).toEqual(words);
      }),
    );
  });

  it('make a text up to a bound, and no longer one is put together', () => {
    const half = 'x'.repeat(COMMAND_OUTPUT_BYTES_MAX / 2);
    expect(expandArguments('$0$0', half, 0)).toHaveLength(COMMAND_OUTPUT_BYTES_MAX);
    expect(() => expandArguments('$0$0.', half, 0)).toThrow('give it shorter ones');
    expect(() => expandArguments('$ARGUMENTS'.repeat(20_000), half, 0)).toThrow('give it shorter ones');
  });

  it.each([
    ['one\ntwo $1\n$1', 2],
    ['$1 $0', null],
    ['\\$1', null],
    ['$10 $2', null],
    ['\\$0 $1', 1],
  ])('are counted from one by %j on line %j', (template, line) => {
    expect(countsFromOne(template)).toBe(line);
  });
});
