import { expect, it } from 'vitest';
import { cutText } from './cut-text.js';

it('leaves a text alone that fits exactly', () => {
  expect(cutText('abcé', 5)).toBe('abcé');
});

it('cuts between characters and says so', () => {
  expect(cutText('abcé', 4)).toBe('abc\n[cut: the first 3 of 5 bytes are shown]');
  expect(cutText('😀😀', 7)).toBe('😀\n[cut: the first 4 of 8 bytes are shown]');
});
