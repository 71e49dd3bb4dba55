import { expect, test } from 'vitest';
import { maxFrameBytes } from '../limits.js';
import { crc32c } from './crc32c.js';
import { decodeFrameHeader, frameHeaderBytes } from './frame.js';

/** The header of a frame that says that its payload has so many bytes. */
function headerOf(length: number): Buffer {
  const header = Buffer.alloc(frameHeaderBytes);
  header.writeUInt32LE(length, 0);
  header.writeUInt32LE(7, 4);
  header.writeUInt32LE(crc32c(header.subarray(0, 8)), 8);
  return header;
}

test('the header of a frame is believed up to the largest payload, and not beyond it', () => {
  expect(decodeFrameHeader(headerOf(maxFrameBytes))).toEqual({ length: maxFrameBytes, checksum: 7 });
  expect(decodeFrameHeader(headerOf(maxFrameBytes + 1))).toBeUndefined();
});

test('a header that is a byte short, or does not have its checksum, is none', () => {
  const header = headerOf(1);
  expect(decodeFrameHeader(header.subarray(0, frameHeaderBytes - 1))).toBeUndefined();
  header.writeUInt32LE(2, 0);
  expect(decodeFrameHeader(header)).toBeUndefined();
});
