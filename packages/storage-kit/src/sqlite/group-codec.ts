import type { Change, CommitGroup, SealedCommit } from '../transaction/commit-group.js';

const putTag = 1;
const deleteTag = 2;

/**
 * A group as bytes, little-endian: u32 commits; per commit u64 revision, u32 changes; per change u8 tag, u8 and
 * namespace, u16 and key, and for a put u32 and value. Texts are UTF-8 behind their length in bytes.
 *
 * @param headroom - bytes to leave free in front
 */
export function encodeGroup(group: CommitGroup, headroom: number): Buffer {
  const buffer = Buffer.allocUnsafe(headroom + sizeOfGroup(group));
  let at = buffer.writeUInt32LE(group.length, headroom);
  for (const { revision, changes } of group) {
    at = buffer.writeBigUInt64LE(BigInt(revision), at);
    at = buffer.writeUInt32LE(changes.length, at);
    for (const change of changes) at = writeChange(buffer, change, at);
  }
  return buffer.subarray(0, at);
}

/** @throws RangeError when the bytes are no group. */
export function decodeGroup(bytes: Uint8Array): CommitGroup {
  const reader = new GroupReader(bytes);
  const commits: SealedCommit[] = [];
  for (let left = reader.u32(); left > 0; left -= 1) {
    const revision = reader.u64();
    const changes: Change[] = [];
    for (let more = reader.u32(); more > 0; more -= 1) changes.push(readChange(reader));
    commits.push({ revision, changes });
  }
  reader.end();
  return commits;
}

function sizeOfGroup(group: CommitGroup): number {
  let size = 4;
  for (const { changes } of group) {
    size += 12;
    // Three bytes per UTF-16 unit are enough for any text, and cheaper to know than the exact number.
    for (const { key, text } of changes) {
      size += 4 + key.namespace.length + 3 * key.key.length + (text === undefined ? 0 : 4 + 3 * text.length);
    }
  }
  return size;
}

function writeChange(buffer: Buffer, { key, text }: Change, at: number): number {
  let next = buffer.writeUInt8(text === undefined ? deleteTag : putTag, at);
  next = writeText(buffer, key.namespace, next, 1);
  next = writeText(buffer, key.key, next, 2);
  return text === undefined ? next : writeText(buffer, text, next, 4);
}

function writeText(buffer: Buffer, text: string, at: number, lengthBytes: number): number {
  const bytes = buffer.write(text, at + lengthBytes, 'utf8');
  return buffer.writeUIntLE(bytes, at, lengthBytes) + bytes;
}

function readChange(reader: GroupReader): Change {
  const tag = reader.u8();
  if (tag !== putTag && tag !== deleteTag) throw new RangeError(`Unknown change ${tag}`);
  const key = { namespace: reader.text(reader.u8()), key: reader.text(reader.u16()) };
  return { key, text: tag === putTag ? reader.text(reader.u32()) : undefined };
}

/** Reads in sequence; past the end it throws a RangeError. */
class GroupReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.#buffer.readUInt8(this.#skip(1));
  }

  u16(): number {
    return this.#buffer.readUInt16LE(this.#skip(2));
  }

  u32(): number {
    return this.#buffer.readUInt32LE(this.#skip(4));
  }

  u64(): number {
    return Number(this.#buffer.readBigUInt64LE(this.#skip(8)));
  }

  text(bytes: number): string {
    const from = this.#skip(bytes);
    if (this.#at > this.#buffer.length) throw new RangeError('A text runs past the end');
    return this.#buffer.toString('utf8', from, this.#at);
  }

  end(): void {
    if (this.#at !== this.#buffer.length) throw new RangeError('Bytes are left over');
  }

  #skip(bytes: number): number {
    const from = this.#at;
    this.#at += bytes;
    return from;
  }
}
