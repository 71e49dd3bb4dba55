import { StateStoreError } from '../errors/state-store-error.js';
import { maxFrameBytes } from '../limits.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { crc32c } from './crc32c.js';
import { decodeGroup, encodeGroup } from './group-codec.js';

/** The version of the journal that this code writes; it reads no newer one. */
export const segmentFormatVersion = 1;

/**
 * A segment is a header and frames, all numbers little-endian. Header: 8 bytes of magic, u32 format version, u32
 * number of the segment, u32 CRC-32C of those 16 bytes. Every later version begins with a header like that.
 * Frame, one for each group of commits: u32 length of the payload, u32 CRC-32C of the payload, u32 CRC-32C of
 * those 8 bytes, payload.
 */
export const segmentHeaderBytes = 20;
const frameHeaderBytes = 12;
const magic = Buffer.from('chgseg\r\n', 'latin1');

export function encodeSegmentHeader(number: number): Uint8Array {
  const header = Buffer.alloc(segmentHeaderBytes);
  magic.copy(header);
  header.writeUInt32LE(segmentFormatVersion, 8);
  header.writeUInt32LE(number, 12);
  header.writeUInt32LE(crc32c(header.subarray(0, 16)), 16);
  return header;
}

export function encodeFrame(group: CommitGroup): Uint8Array {
  const frame = encodeGroup(group, frameHeaderBytes);
  const payload = frame.subarray(frameHeaderBytes);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeUInt32LE(crc32c(payload), 4);
  frame.writeUInt32LE(crc32c(frame.subarray(0, 8)), 8);
  return frame;
}

/** The bytes of a segment file, read in sequence. */
export class SegmentReader {
  readonly #file: string;
  readonly #bytes: Buffer;
  #offset = 0;
  #torn = false;

  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the sound part ends, as far as it was read. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether what follows `offset` is the rest of an append that was interrupted. */
  get torn(): boolean {
    return this.#torn;
  }

  /** @returns false when the header itself is torn. @throws StateStoreError `corrupt`, `unsupported-format`. */
  readHeader(number: number): boolean {
    const header = this.#bytes.subarray(0, segmentHeaderBytes);
    if (header.length < segmentHeaderBytes || isZero(header)) {
      if (
        !isZero(header) &&
        !encodeSegmentHeader(number)
          .subarray(0, header.length)
          .every((byte, at) => byte === header[at])
      ) {
        throw this.#corrupt('the header is no journal header');
      }
      this.#torn = true;
      return false;
    }
    if (!magic.equals(header.subarray(0, 8)) || crc32c(header.subarray(0, 16)) !== header.readUInt32LE(16)) {
      throw this.#corrupt('the header does not have its checksum');
    }
    const version = header.readUInt32LE(8);
    if (version > segmentFormatVersion) throw newerFormat(this.#file, version, segmentFormatVersion);
    if (header.readUInt32LE(12) !== number) throw this.#corrupt('the header is that of another segment');
    this.#offset = segmentHeaderBytes;
    return true;
  }

  /**
   * The groups up to the end or the torn tail. Only one append is ever under way, and it follows the sync of the
   * one before: so a frame that a crash tore is the last, and it is short or was never filled with its bytes.
   * Whatever else is wrong was damaged later.
   *
   * @throws StateStoreError `corrupt` naming the offset of the frame.
   */
  *groups(): Generator<CommitGroup, void, undefined> {
    while (this.#offset < this.#bytes.length) {
      const payload = this.#readPayload();
      if (payload === undefined) {
        this.#torn = true;
        return;
      }
      yield this.#decode(payload);
      this.#offset += frameHeaderBytes + payload.length;
    }
  }

  /** Undefined for a torn frame. */
  #readPayload(): Uint8Array | undefined {
    const rest = this.#bytes.subarray(this.#offset);
    if (rest.length < frameHeaderBytes || isZero(rest)) return undefined;
    const length = rest.readUInt32LE(0);
    if (length > maxFrameBytes || crc32c(rest.subarray(0, 8)) !== rest.readUInt32LE(8)) {
      throw this.#corrupt('the length of a frame does not have its checksum');
    }
    const payload = rest.subarray(frameHeaderBytes, frameHeaderBytes + length);
    if (payload.length < length) return undefined;
    if (crc32c(payload) === rest.readUInt32LE(4)) return payload;
    const isLast = rest.length === frameHeaderBytes + length;
    if (isLast && hasUnwrittenSector(this.#bytes, this.#offset)) return undefined;
    throw this.#corrupt('a frame does not have its checksum');
  }

  #decode(payload: Uint8Array): CommitGroup {
    try {
      return decodeGroup(payload);
    } catch (cause) {
      throw this.#corrupt('a frame holds no commits', cause);
    }
  }

  #corrupt(reason: string, cause?: unknown): StateStoreError {
    return corruptFile(this.#file, this.#offset, reason, cause);
  }
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

/** Disks write sectors whole; the length of a file may become durable before all of its sectors do. */
const sectorBytes = 512;

function hasUnwrittenSector(bytes: Buffer, from: number): boolean {
  for (let start = from; start < bytes.length; ) {
    const end = Math.min(bytes.length, start - (start % sectorBytes) + sectorBytes);
    if (isZero(bytes.subarray(start, end))) return true;
    start = end;
  }
  return false;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
