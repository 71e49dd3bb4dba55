import { StateStoreError } from '../errors/state-store-error.js';
import { maxFrameBytes } from '../limits.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { crc32c } from './crc32c.js';
import { encodeGroup } from './group-codec.js';

/** The version of the journal that this code writes; it reads no newer one. */
const segmentFormatVersion = 1;

/**
 * A segment is a header, frames, and zeros that later frames will overwrite; all numbers are little-endian. Header:
 * 8 bytes of magic, u32 format version, u32 number of the segment, u32 CRC-32C of those 16 bytes. Every later version
 * begins with a header like that. Frame, one for each group of commits: u32 length of the payload, u32 CRC-32C of the
 * payload, u32 CRC-32C of those 8 bytes, payload. No payload ends with a zero.
 */
export const segmentHeaderBytes = 20;
export const frameHeaderBytes = 12;
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

export function encodeFrame(group: CommitGroup): Uint8Array {
  const frame = encodeGroup(group, frameHeaderBytes);
  const payload = frame.subarray(frameHeaderBytes);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32c(payload), 4);
  frame.writeUInt32LE(crc32c(frame.subarray(0, 8)), 8);
  return frame;
}

export interface FrameHeader {
  readonly length: number;
  readonly checksum: number;
}

/** The header of the frame that `bytes` begin with; undefined when they begin with none. */
export function decodeFrameHeader(bytes: Buffer): FrameHeader | undefined {
  if (bytes.length < frameHeaderBytes) return undefined;
  const length = bytes.readUInt32LE(0);
  if (length > maxFrameBytes || crc32c(bytes.subarray(0, 8)) !== bytes.readUInt32LE(8)) return undefined;
  return { length, checksum: bytes.readUInt32LE(4) };
}

export function corruptFile(file: string, offset: number, reason: string, cause?: unknown): StateStoreError {
  return new StateStoreError(
    'corrupt',
    `${file} is damaged at byte ${offset}: ${reason}. No file was changed; restore the store from a copy`,
    { file, offset, cause },
  );
}

export function newerFormat(file: string, version: number, supported: number): StateStoreError {
  return new StateStoreError(
    'unsupported-format',
    `${file} has format version ${version} and this program reads up to ${supported}. No file was changed; open it with a newer program`,
    { file, version },
  );
}
