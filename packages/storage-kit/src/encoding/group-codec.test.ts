import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeGroup, encodeGroup } from './group-codec.js';

const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
const change = fc.record({
  key: fc.record({ namespace: fc.string({ unit: fc.constantFrom('a', '-'), maxLength: 64 }), key: text(40) }),
  text: fc.option(text(200), { nil: undefined }),
});
const group = fc.array(fc.record({ revision: fc.maxSafeNat(), changes: fc.array(change, { maxLength: 5 }) }));

test('any group comes back from its bytes, behind the headroom asked for', () => {
  fc.assert(
    fc.property(group, fc.nat(20), (commits, headroom) => {
      expect(decodeGroup(encodeGroup(commits, headroom).subarray(headroom))).toEqual(commits);
    }),
  );
});

test('bytes that are cut short or have more behind them are no group', () => {
  const bytes = encodeGroup(
    [{ revision: 7, changes: [{ key: { namespace: 'n', key: 'k' }, text: '1' }] }],
    0,
  );
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => decodeGroup(bytes.subarray(0, length))).toThrow(RangeError);
  }
  expect(() => decodeGroup(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow(RangeError);
});
