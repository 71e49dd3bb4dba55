import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.js';

const linesOf = (splitter: LineSplitter, ...chunks: Buffer[]) =>
  chunks.flatMap((chunk) => [...splitter.push(chunk)]);

describe('LineSplitter', () => {
  it('joins what arrives in pieces and cuts what arrives together, also inside a character', () => {
    const bytes = Buffer.from('one\ntwö\r\n\nrest');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const lines = linesOf(new LineSplitter(100), bytes.subarray(0, cut), bytes.subarray(cut));
      expect(lines).toEqual(['one', 'twö', '']);
    }
  });

  it('accepts a line at the bound and refuses one over it, complete or not', () => {
    expect(linesOf(new LineSplitter(4), Buffer.from('abcd\nefgh\n'))).toEqual(['abcd', 'efgh']);
    expect(() => linesOf(new LineSplitter(4), Buffer.from('abcde\n'))).toThrow(RangeError);
    expect(() => linesOf(new LineSplitter(4), Buffer.from('abc'), Buffer.from('de'))).toThrow(RangeError);
  });
});
