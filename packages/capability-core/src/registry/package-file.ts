import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Sha256Digest } from '../identity/sha256-digest.js';

/** One file of a package. */
export interface PackageFile {
  /** Relative to the package, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly digest: Sha256Digest;
  readonly executable: boolean;
}

// A pipe must not block the open, and what is opened is the file that was looked at, not a link put in its place.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file for its digest.
 *
 * @param path What the file is called in the package.
 * @param source Where its bytes are, relative to the root.
 * @returns `null` when the file does not fit into `room` bytes.
 * @throws the signal's reason
 */
export async function digestFile(
  root: string,
  path: string,
  source: string,
  { room, signal }: { readonly room: number; readonly signal: AbortSignal },
): Promise<PackageFile | null> {
  const handle = await open(join(root, source), OPEN_FLAGS);
  try {
    const executable = ((await handle.stat()).mode & 0o111) !== 0;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunksOf(handle)) {
      signal.throwIfAborted();
      bytes += chunk.length;
      if (bytes > room) return null;
      hash.update(chunk);
    }
    return Object.freeze({
      path,
      bytes,
      digest: Sha256Digest.parse(`sha256:${hash.digest('hex')}`),
      executable,
    });
  } finally {
    await handle.close();
  }
}

const CHUNK_BYTES = 64 * 1024;

/** The bytes of a file, piece by piece; a piece is valid until the next one is asked for. */
export async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Opens a file of a package; where its name is a link, the file that it leads to. */
export async function openPackageFile(root: string, file: PackageFile): Promise<FileHandle> {
  return open(await realpath(join(root, file.path)), OPEN_FLAGS);
}

/** The bytes of a file that is expected to have so many of them; `null` when there are more. */
export async function readFileBytes(root: string, file: PackageFile): Promise<Buffer | null> {
  const handle = await openPackageFile(root, file);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of chunksOf(handle)) {
      bytes += chunk.length;
      if (bytes > file.bytes) return null;
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}
