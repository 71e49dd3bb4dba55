import { describe, expect, it } from 'vitest';
import { repeatedKeys } from './json-repeats.js';

describe('keys of a JSON file', () => {
  it.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":"a"},"a","a"]}', []],
    ['{"a:":1,"a\\"":2,":":"a","x":":","y":"{\\"x\\":1,\\"x\\":2}"}', []],
    ['{"a":1,"a" :2}', [{ key: 'a', line: 1 }]],
    [
      '\uFEFF{\n"s": {\n"a": 1,\n"b": [{}, {"a": 1}],\n"\\u0061"\n: 2 },\n"s": 1, "s": 2}',
      [
        { key: 'a', line: 5 },
        { key: 's', line: 7 },
        { key: 's', line: 7 },
      ],
    ],
    ['{"__proto__":1,"__proto__":2}', [{ key: '__proto__', line: 1 }]],
    ['{"a":1,"a":2', []],
    ['3', []],
  ])('in %j are named where they are there again', (text, repeated) => {
    expect([...repeatedKeys(text)]).toEqual(repeated);
  });

  it('are found in time that grows with the text alone', () => {
    const text = `{${'\n"a":1,'.repeat(100_000)}"b":${'['.repeat(1_000)}"${'\\"'.repeat(100_000)}"${']'.repeat(1_000)}}`;
    expect([...repeatedKeys(text)]).toHaveLength(99_999);
    expect([...repeatedKeys('"'.repeat(200_000))]).toEqual([]);
  });
});
