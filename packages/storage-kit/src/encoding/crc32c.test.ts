import { expect, test } from 'vitest';
import { crc32c } from './crc32c.js';

test.each([
  ['nothing', new Uint8Array(), 0],
  ['the digits 1 to 9', new TextEncoder().encode('123456789'), 0xe3069283],
  ['32 zeros', new Uint8Array(32), 0x8a9136aa],
  ['32 bytes of ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
  ['32 ascending bytes', Uint8Array.from({ length: 32 }, (_, index) => index), 0x46dd794e],
])('%s have the checksum that RFC 3720 gives', (_name, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

test('is what the definition gives bit by bit, whatever the length and wherever the bytes lie', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 167 + 13) & 0xff);
  for (let from = 0; from < 9; from += 1) {
    for (let length = 0; length < 40; length += 1) {
      const part = bytes.subarray(from, from + length);
      expect(crc32c(part), `${length} bytes from ${from}`).toBe(bitByBit(part));
    }
  }
});

function bitByBit(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
