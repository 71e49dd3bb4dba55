import { maxFrameBytes } from '../limits.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { crc32c } from './crc32c.js';
import { encodeGroup } from './group-codec.js';

/**
 * A frame holds one group of commits: u32 length of the payload, u32 CRC-32C of the payload, u32 CRC-32C of those 8
 * bytes, payload; little-endian. No payload ends with a zero.
 */
export const frameHeaderBytes = 12;

export function encodeFrame(group: CommitGroup): Uint8Array {
  const frame = encodeGroup(group, frameHeaderBytes);
  const payload = frame.subarray(frameHeaderBytes);
  const header = new DataView(frame.buffer);
  header.setUint32(0, payload.length, true);
  header.setUint32(4, crc32c(payload), true);
  header.setUint32(8, crc32c(frame.subarray(0, 8)), true);
  return frame;
}

export interface FrameHeader {
  readonly length: number;
  readonly checksum: number;
}

/** The header of the frame that `bytes` begin with; undefined when they begin with none. */
export function decodeFrameHeader(bytes: Uint8Array): FrameHeader | undefined {
  if (bytes.length < frameHeaderBytes) return undefined;
  const header = new DataView(bytes.buffer, bytes.byteOffset, frameHeaderBytes);
  const length = header.getUint32(0, true);
  if (length > maxFrameBytes || crc32c(bytes.subarray(0, 8)) !== header.getUint32(8, true)) return undefined;
  return { length, checksum: header.getUint32(4, true) };
}

/** The payload of the frame that `bytes` begin with; undefined when they begin with no sound one. */
export function decodeFrame(bytes: Uint8Array): Uint8Array | undefined {
  const header = decodeFrameHeader(bytes);
  if (header === undefined || header.length === 0) return undefined;
  const payload = bytes.subarray(frameHeaderBytes, frameHeaderBytes + header.length);
  return payload.length === header.length && crc32c(payload) === header.checksum ? payload : undefined;
}
