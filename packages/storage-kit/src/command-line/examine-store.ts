import { segmentNumbers } from '../journal/read-store.js';
import type { TornTail } from './documents.js';
import { type ExamineParts, examineSnapshot, type SnapshotVisitor } from './examine-snapshot.js';
import { JournalExamination, type JournalVisitor } from './journal-examination.js';

/** Told of everything that is sound, in the order in which the store came to be. */
export interface StoreVisitor extends SnapshotVisitor, JournalVisitor {}

export interface ExaminedStore {
  readonly snapshot: { readonly bytes: number; readonly records: number };
  /** Places in the snapshot that could not be read. */
  readonly unreadablePlaces: number;
  readonly journal: { readonly segments: number; readonly bytes: number; readonly commits: number };
  /** Of the journal. */
  readonly damagedBytes: number;
  /** The highest revision that was seen anywhere. */
  readonly revision: number;
  /** The highest number of a segment; 0 when there is none. */
  readonly lastSegment: number;
  readonly tornTail: TornTail | undefined;
}

/**
 * Reads all of a store, and goes on behind what is damaged. Changes no file.
 *
 * @throws StateStoreError `unsupported-format`, `io`; the signal's reason.
 */
export async function examineStore(parts: ExamineParts, visitor: StoreVisitor): Promise<ExaminedStore> {
  const snapshot = await examineSnapshot(parts, visitor);
  const numbers = await segmentNumbers(parts.files, parts.paths);
  const journal = new JournalExamination(parts, visitor, snapshot);
  for (const number of numbers) await journal.readSegment(number, number === numbers.at(-1));
  return {
    snapshot: { bytes: snapshot.bytes, records: snapshot.records },
    unreadablePlaces: snapshot.unreadablePlaces,
    journal: { segments: numbers.length, bytes: journal.bytes, commits: journal.commits },
    damagedBytes: journal.damagedBytes,
    revision: journal.highestRevision,
    lastSegment: numbers.at(-1) ?? 0,
    tornTail: journal.tornTail,
  };
}
