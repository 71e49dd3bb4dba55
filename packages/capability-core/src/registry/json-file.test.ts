import { describe, expect, it } from 'vitest';
import { parseJsonFile } from './json-file.js';

describe('parseJsonFile', () => {
  it('reads JSON behind a byte order mark', () => {
    expect(parseJsonFile('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ['{\n  "name": "a",\n  "list": [1, 2, }],\n  "more": "and more text"\n}', 3],
    ['{\n  "name": "a"\n  "missing": "comma", "more": "and more text"\n}', 3],
    ['{\n  "a": 1,\n  "b": [\n    1,', 4],
    ['x\n"and this is more text, which is long enough to be cut off"', 1],
    ['{\n  "unterminated": "text\n}', 2],
  ])('tells the line of what is wrong in %j', (text, line) => {
    expect(parseJsonFile(text)).toEqual({ ok: false, reason: expect.any(String), line });
  });
});
