import { open } from 'node:fs/promises';
import { PackageError } from '../package-error.js';
import { cancelled, unreadable } from '../package-refusal.js';
import { ArchiveDraft, type ArchiveUnpacking } from './archive-draft.js';
import type { ArchiveEntry } from './archive-entry.js';
import { corruptArchive, unsupportedArchive } from './archive-refusal.js';
import { tarEntries } from './tar-entries.js';
import { zipEntries } from './zip-entries.js';

const MAGIC_BYTES = 4;
const GZIP = '1f8b';
/** With entries, and without any. */
const ZIP = ['504b0304', '504b0506'];

/**
 * Unpacks a tar archive packed by gzip, or a zip archive, whatever its name is. What was written before a refusal is
 * left behind.
 *
 * @throws {PackageError} what `PackageRegistry.install` says of archives
 */
export async function unpackArchive(archive: string, unpacking: ArchiveUnpacking): Promise<void> {
  const magic = await magicOf(archive).catch((error: unknown) => {
    throw unreadable(archive, undefined, error);
  });
  const draft = new ArchiveDraft(archive, unpacking);
  await draft.begin();
  try {
    for await (const entry of entriesOf(archive, magic, unpacking)) await draft.add(entry);
  } catch (error) {
    if (unpacking.signal.aborted) throw cancelled(archive, 'Unpacking the archive');
    throw error instanceof PackageError ? error : corruptArchive(archive, undefined, error);
  }
  await draft.finish();
}

function entriesOf(archive: string, magic: string, unpacking: ArchiveUnpacking): AsyncIterable<ArchiveEntry> {
  if (magic.startsWith(GZIP)) return tarEntries(archive, unpacking);
  if (ZIP.includes(magic)) return zipEntries(archive);
  throw unsupportedArchive(archive);
}

async function magicOf(archive: string): Promise<string> {
  const handle = await open(archive, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await handle.close();
  }
}
