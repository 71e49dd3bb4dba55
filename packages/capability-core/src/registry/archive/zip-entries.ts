import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { MAX_LINK_TARGET_BYTES } from '../limits.js';
import type { ArchiveEntry } from './archive-entry.js';
import { corruptArchive, refusedEntry } from './archive-refusal.js';

const TYPE_MASK = 0o170000;
const KINDS: ReadonlyMap<number, ArchiveEntry['kind']> = new Map([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);
const STORED = 0;
const DEFLATED = 8;

/** The entries of a zip archive, as its directory lists them. Each is read before the next is asked for. */
export async function* zipEntries(archive: string): AsyncGenerator<ArchiveEntry> {
  const { default: yauzl } = await import('yauzl');
  // Names are read as they are: the reader would turn backslashes into folders, and refuse without a code.
  const zip = await yauzl.openPromise(archive, { autoClose: false, decodeStrings: false });
  // Nobody is there any more for what goes wrong with its closing.
  zip.on('error', () => undefined);
  try {
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
      yield await zipEntry(
        { archive, zip },
        entry,
        yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, true),
      );
    }
  } finally {
    zip.close();
  }
}

interface OpenZip {
  readonly archive: string;
  readonly zip: ZipFile;
}

async function zipEntry(open: OpenZip, entry: Entry, path: string): Promise<ArchiveEntry> {
  const { archive } = open;
  if (entry.isEncrypted()) throw refusedEntry('encrypted-archive', archive, path, 'is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    const reason = `is packed by method ${entry.compressionMethod}; stored and deflated entries are read`;
    throw refusedEntry('unsupported-archive', archive, path, reason);
  }
  const mode = entry.externalFileAttributes >>> 16;
  const kind = kindOf(mode, path);
  const content = () => checkedContent(open, entry, path);
  return {
    path,
    kind,
    bytes: entry.uncompressedSize,
    executable: (mode & 0o111) !== 0,
    target: kind === 'link' ? await linkTarget(archive, entry, path, content()) : '',
    content,
  };
}

/** An archive that was not made on Unix says nothing of types: there a folder ends with a slash. */
function kindOf(mode: number, path: string): ArchiveEntry['kind'] {
  if (path.endsWith('/')) return 'folder';
  const type = mode & TYPE_MASK;
  return type === 0 ? 'file' : (KINDS.get(type) ?? 'other');
}

/** The bytes of an entry, which are those that its checksum was taken of. */
async function* checkedContent(
  { archive, zip }: OpenZip,
  entry: Entry,
  path: string,
): AsyncGenerator<Uint8Array> {
  let sum = 0;
  const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw corruptArchive(archive, path, new Error('its checksum is another one'));
}

async function linkTarget(
  archive: string,
  entry: Entry,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (entry.uncompressedSize > MAX_LINK_TARGET_BYTES) {
    const reason = `is a link to a path of more than ${MAX_LINK_TARGET_BYTES} bytes`;
    throw refusedEntry('unsafe-name', archive, path, reason, { limit: MAX_LINK_TARGET_BYTES });
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
