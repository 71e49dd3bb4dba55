import { expect, test } from 'vitest';
import { portableSha256Hex, sha256Hex } from './sha256-hex.js';

const bytes = Uint8Array.from({ length: 300 }, (_, index) => (index * 31) & 0xff);

test.each([
  ['nothing', [], 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    'abc',
    [new TextEncoder().encode('a'), new TextEncoder().encode('bc')],
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ],
])(
  '%s has the digest that FIPS 180-4 gives, with and without the help of Node',
  (_name, pieces, expected) => {
    expect([sha256Hex(pieces), portableSha256Hex(pieces)]).toEqual([expected, expected]);
  },
);

test('the digest is the same with and without the help of Node, however the bytes are cut', () => {
  const whole = portableSha256Hex([bytes]);
  for (let cut = 0; cut <= bytes.length; cut += 7) {
    const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
    expect([sha256Hex(pieces), portableSha256Hex(pieces)]).toEqual([whole, whole]);
  }
});
