import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ParsedTarEntry } from 'modern-tar';
import { MAX_TAR_ENTRY_OVERHEAD_BYTES, type PackageLimits } from '../limits.js';
import { PackageError } from '../package-error.js';
import type { ArchiveEntry } from './archive-entry.js';
import { boundedHeaders } from './tar-headers.js';

const KINDS: Readonly<Record<string, ArchiveEntry['kind']>> = {
  file: 'file',
  directory: 'folder',
  symlink: 'link',
  link: 'hard-link',
};

/** The entries of a tar archive that gzip has packed. Each is read before the next is asked for. */
export async function* tarEntries(
  archive: string,
  { limits, signal }: { readonly limits: PackageLimits; readonly signal: AbortSignal },
): AsyncGenerator<ArchiveEntry> {
  // Few installations come as archives: what reads them is loaded when one does.
  const { createTarDecoder } = await import('modern-tar');
  const unpacked = createGunzip();
  pipeline(createReadStream(archive, { signal }), unpacked, () => undefined);
  const decoder = createTarDecoder({ strict: true });
  // What goes wrong here is thrown where the entries are read.
  const fed = feed(boundedHeaders(archive, boundedBytes(archive, unpacked, limits)), decoder.writable).catch(
    () => undefined,
  );
  const entries = decoder.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await entries.read();
      if (done) return;
      yield tarEntry(value);
      // A decoder waits until the content of an entry was taken.
      if (!value.body.locked) await value.body.cancel();
    }
  } finally {
    await entries.cancel().catch(() => undefined);
    unpacked.destroy();
    await fed;
  }
}

function tarEntry({ header, body }: ParsedTarEntry): ArchiveEntry {
  return {
    path: header.name,
    kind: KINDS[header.type ?? 'file'] ?? 'other',
    bytes: header.size,
    executable: ((header.mode ?? 0) & 0o111) !== 0,
    target: header.linkname ?? '',
    content: () => body,
  };
}

async function feed(bytes: AsyncIterable<Uint8Array>, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const chunk of bytes) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
  }
}

/** What an archive holds besides its files is bounded, too: the reader of entries takes in any number of headers. */
async function* boundedBytes(
  archive: string,
  unpacked: AsyncIterable<Uint8Array>,
  { maxBytes, maxFiles }: PackageLimits,
): AsyncGenerator<Uint8Array> {
  let room = maxBytes + 2 * (maxFiles + 1) * MAX_TAR_ENTRY_OVERHEAD_BYTES;
  for await (const chunk of unpacked) {
    room -= chunk.length;
    if (room < 0) {
      throw new PackageError(
        'byte-limit-exceeded',
        `${archive} holds more than ${maxBytes} bytes of files, or far more than files. The archive is refused.`,
        { root: archive, limit: maxBytes },
      );
    }
    yield chunk;
  }
}
