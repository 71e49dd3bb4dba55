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
