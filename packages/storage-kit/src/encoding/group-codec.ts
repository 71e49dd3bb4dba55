import type { Change, CommitGroup, SealedCommit } from '../transaction/commit-group.js';
import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';

const putTag = 1;
const deleteTag = 2;

/** The smallest commit deletes one record: 12 bytes, and 6 for the change. No commit is without one. */
export const smallestCommitBytes = 18;

/**
 * A group as bytes, little-endian: u32 commits; per commit u64 revision, u32 changes; per change u8 tag, u8 and
 * namespace, u16 and key, and for a put u32 and value. Texts are UTF-8 behind their length in bytes.
 *
 * @param headroom - bytes to leave free in front
 */
export function encodeGroup(group: CommitGroup, headroom: number): Uint8Array {
  const writer = new ByteWriter(headroom + sizeOfGroup(group), headroom);
  writer.u32(group.length);
  for (const { revision, changes } of group) {
    writer.u64(revision);
    writer.u32(changes.length);
    for (const change of changes) writeChange(writer, change);
  }
  return writer.written;
}

/** @throws RangeError when the bytes are no group. */
export function decodeGroup(bytes: Uint8Array): CommitGroup {
  const reader = new ByteReader(bytes);
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

function writeChange(writer: ByteWriter, { key, text }: Change): void {
  writer.u8(text === undefined ? deleteTag : putTag);
  writer.text(key.namespace, 1);
  writer.text(key.key, 2);
  if (text !== undefined) writer.text(text, 4);
}

function readChange(reader: ByteReader): Change {
  const tag = reader.u8();
  if (tag !== putTag && tag !== deleteTag) throw new RangeError(`Unknown change ${tag}`);
  const key = { namespace: reader.text(reader.u8()), key: reader.text(reader.u16()) };
  return { key, text: tag === putTag ? reader.text(reader.u32()) : undefined };
}
