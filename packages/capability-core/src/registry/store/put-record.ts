import { MAX_RECORD_BYTES } from '../limits.js';
import { PackageError } from '../package-error.js';
import { publishDraft, replaceByDraft, writeDraft } from './durable-file.js';
import type { RegistryPaths } from './registry-paths.js';
import { sealRecord } from './sealed-record.js';

/** Where a record goes, and who hears of it when its bytes are on the disk. */
export interface RecordPlace {
  readonly path: string;
  readonly written: () => void;
}

/**
 * Writes a record in the place of an older one, whole or not at all.
 *
 * @throws {PackageError} `byte-limit-exceeded`
 */
export async function putRecord(paths: RegistryPaths, place: RecordPlace, record: object): Promise<void> {
  await replaceByDraft(await draftOf(paths, place, record), place.path);
}

/**
 * Writes a record that must be new, whole or not at all.
 *
 * @returns `false` when there is one of that name already
 * @throws {PackageError} `byte-limit-exceeded`
 */
export async function addRecord(paths: RegistryPaths, place: RecordPlace, record: object): Promise<boolean> {
  return publishDraft(await draftOf(paths, place, record), place.path);
}

async function draftOf(paths: RegistryPaths, { written }: RecordPlace, record: object): Promise<string> {
  const text = sealRecord(record);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RECORD_BYTES) {
    throw new PackageError(
      'byte-limit-exceeded',
      `A record of ${bytes} bytes would be needed; the registry keeps records of at most ${MAX_RECORD_BYTES}.`,
      { root: paths.root, limit: MAX_RECORD_BYTES },
    );
  }
  const draft = paths.draft();
  await writeDraft(draft, text);
  written();
  return draft;
}
