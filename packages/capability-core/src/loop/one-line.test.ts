import { expect, it } from 'vitest';
import { oneLine } from './one-line.js';

it('puts a text on one line', () => {
  expect(oneLine('  one\r\n\ttwo\u0007three\u2028four ', 100)).toBe('one two three four');
});

it('leaves a text that fits, and cuts one that does not between two characters', () => {
  expect(oneLine('ééé', 6)).toBe('ééé');
  expect(oneLine('ééé!', 6)).toBe('é…');
  expect(oneLine('one two three', 8)).toBe('one t…');
  expect(oneLine('one two three', 7)).toBe('one…');
});
