import { crc32c } from '../encoding/crc32c.js';
import { corruptFile, newerFormat } from '../errors/damaged-file.js';

/** The version of the journal that this code writes; it reads no newer one. */
export const segmentFormatVersion = 1;

/**
 * A segment is a header, frames, and zeros that later frames will overwrite; all numbers are little-endian. Header:
 * 8 bytes of magic, u32 format version, u32 number of the segment, u32 CRC-32C of those 16 bytes. Every later version
 * begins with a header like that.
 */
export const segmentHeaderBytes = 20;
const magic = Buffer.from('chgseg\r\n', 'latin1');

export function encodeSegmentHeader(number: number): Uint8Array {
  const header = Buffer.alloc(segmentHeaderBytes);
  magic.copy(header);
  header.writeUInt32LE(segmentFormatVersion, 8);
  header.writeUInt32LE(number, 12);
  header.writeUInt32LE(crc32c(header.subarray(0, 16)), 16);
  return header;
}

/** @throws StateStoreError `corrupt`, `unsupported-format`. */
export function checkSegmentHeader(file: string, header: Buffer, number: number): void {
  if (!magic.equals(header.subarray(0, 8)) || crc32c(header.subarray(0, 16)) !== header.readUInt32LE(16)) {
    throw corruptFile(file, 0, 'the header does not have its checksum');
  }
  const version = header.readUInt32LE(8);
  if (version > segmentFormatVersion) throw newerFormat(file, version, segmentFormatVersion);
  if (header.readUInt32LE(12) !== number) throw corruptFile(file, 0, 'the header is that of another segment');
}
