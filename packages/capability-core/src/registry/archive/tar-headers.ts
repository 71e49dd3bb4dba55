import { MAX_TAR_EXTENDED_HEADER_BYTES } from '../limits.js';
import { PackageError } from '../package-error.js';

const BLOCK_BYTES = 512;
const TYPE_AT = 156;
/** Headers that are read as a whole before the entry that they speak of: fields for it or for all, and long names. */
const EXTENDED_TYPES: ReadonlySet<number> = new Set(Buffer.from('xgLK'));
const SIZE = { at: 124, bytes: 12 };
const SUM = { at: 148, bytes: 8 };
const SPACE = 32;

/**
 * Lets the bytes of a tar archive through as long as its extended headers are short. Their reader takes time by the
 * square of their length, and nothing could stop it. Each block is looked at, for a header may stand wherever one
 * begins; a file that is itself a tar archive with a header of such a length is refused with it.
 */
export async function* boundedHeaders(
  archive: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const joined = Buffer.concat([rest, chunk]);
    const end = joined.length - (joined.length % BLOCK_BYTES);
    for (let at = 0; at < end; at += BLOCK_BYTES) {
      if (extendedBytes(joined.subarray(at, at + BLOCK_BYTES)) > MAX_TAR_EXTENDED_HEADER_BYTES) {
        throw new PackageError(
          'byte-limit-exceeded',
          `${archive} has a header of more than ${MAX_TAR_EXTENDED_HEADER_BYTES} bytes. The archive is refused.`,
          { root: archive, limit: MAX_TAR_EXTENDED_HEADER_BYTES },
        );
      }
    }
    rest = joined.subarray(end);
    if (end > 0) yield joined.subarray(0, end);
  }
  if (rest.length > 0) yield rest;
}

/** How long the extended header is that begins here; 0 where none does, or none that would be read. */
function extendedBytes(block: Buffer): number {
  if (!EXTENDED_TYPES.has(block[TYPE_AT] ?? 0)) return 0;
  return numberIn(block, SUM) === sumOf(block) ? numberIn(block, SIZE) : 0;
}

/** A number that is not written in octal digits could be any: none that short is. */
function numberIn(block: Buffer, { at, bytes }: typeof SIZE): number {
  const [written = ''] = block.toString('latin1', at, at + bytes).split('\0', 1);
  const digits = written.replaceAll(' ', '');
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : Number.POSITIVE_INFINITY;
}

/** The checksum of a header counts its own place as spaces. */
function sumOf(block: Buffer): number {
  const sum = block.reduce((total, byte) => total + byte, 0);
  const own = block.subarray(SUM.at, SUM.at + SUM.bytes);
  return own.reduce((total, byte) => total + SPACE - byte, sum);
}
