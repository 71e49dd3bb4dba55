import { decodeFrame, decodeFrameHeader, frameHeaderBytes } from '../encoding/frame.js';
import { decodeGroup } from '../encoding/group-codec.js';
import { corruptFile } from '../errors/damaged-file.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { checkSegmentHeader, encodeSegmentHeader, segmentHeaderBytes } from './segment-format.js';

/** Disks write sectors whole, but those of one append in any order. */
const sectorBytes = 512;

/**
 * Reads a segment in sequence, and tells the torn tail of an append from damage.
 *
 * Only one append is ever under way, and it follows the sync of the one before. So what a crash tore is the last
 * frame, and part of it was never written: it is short, or zeros stand where it should have bytes. A frame that is
 * wrong otherwise, or that has a sound one behind it, was damaged later.
 */
export class SegmentReader {
  readonly #file: string;
  readonly #bytes: Buffer;
  /** Where the zeros begin that no frame has overwritten. */
  readonly #end: number;
  #offset = 0;
  #torn = false;

  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = endOfContent(bytes);
  }

  /** Where the sound part ends, as far as it was read. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether what follows `offset` is the rest of an append that was interrupted. */
  get torn(): boolean {
    return this.#torn;
  }

  /** How many bytes of such an append there are. */
  get tornBytes(): number {
    return this.#torn ? Math.max(0, this.#end - this.#offset) : 0;
  }

  /** @returns false when the header itself is torn. @throws StateStoreError `corrupt`, `unsupported-format`. */
  readHeader(number: number): boolean {
    const header = this.#bytes.subarray(0, segmentHeaderBytes);
    const begun = header.subarray(0, this.#end);
    const expected = encodeSegmentHeader(number).subarray(0, begun.length);
    if (begun.length < segmentHeaderBytes && begun.equals(expected)) {
      this.#torn = true;
      return false;
    }
    if (header.length < segmentHeaderBytes) throw this.#corrupt('the header is no journal header');
    checkSegmentHeader(this.#file, header, number);
    this.#offset = segmentHeaderBytes;
    return true;
  }

  /** The groups up to the end or the torn tail. @throws StateStoreError `corrupt` naming the offset of the frame. */
  *groups(): Generator<CommitGroup, void, undefined> {
    while (this.#offset < this.#end) {
      const payload = decodeFrame(this.#bytes.subarray(this.#offset));
      if (payload === undefined) {
        if (!this.#isTornAt(this.#offset)) throw this.#corrupt('a frame does not have its checksum');
        this.#torn = true;
        return;
      }
      yield this.#decode(payload);
      this.#offset += frameHeaderBytes + payload.length;
    }
  }

  /**
   * Goes on at the next sound frame, for those who look at what is left behind damage. Without one, the reader is at
   * the end.
   *
   * @returns how many bytes were passed over
   */
  skipDamage(): number {
    const from = this.#offset;
    this.#offset = this.#soundFrameAfter(from) ?? Math.max(from, this.#end);
    return this.#offset - from;
  }

  #isTornAt(offset: number): boolean {
    const header = decodeFrameHeader(this.#bytes.subarray(offset));
    // Without its header a frame has no known end: all that is left is taken for it.
    const end = header === undefined ? this.#end : offset + frameHeaderBytes + header.length;
    const isShort = this.#end < (header === undefined ? offset + frameHeaderBytes : end);
    return (isShort || this.#hasUnwrittenSector(offset, end)) && this.#soundFrameAfter(offset) === undefined;
  }

  #hasUnwrittenSector(from: number, to: number): boolean {
    for (let start = from; start < to; ) {
      const end = Math.min(to, start - (start % sectorBytes) + sectorBytes);
      if (endOfContent(this.#bytes.subarray(start, end)) === 0) return true;
      start = end;
    }
    return false;
  }

  #soundFrameAfter(offset: number): number | undefined {
    for (let start = offset + 1; start < this.#end; start += 1) {
      if (decodeFrame(this.#bytes.subarray(start)) !== undefined) return start;
    }
    return undefined;
  }

  #decode(payload: Uint8Array): CommitGroup {
    try {
      return decodeGroup(payload);
    } catch (cause) {
      throw this.#corrupt('a frame holds no commits', cause);
    }
  }

  #corrupt(reason: string, cause?: unknown): Error {
    return corruptFile(this.#file, this.#offset, reason, cause);
  }
}

/** The length without the zeros at the end. */
function endOfContent(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}
