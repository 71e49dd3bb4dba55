import { withIoErrors } from '../errors/io-error.js';
import { isStateStoreError } from '../errors/state-store-error.js';
import { SegmentReader } from '../journal/segment-reader.js';
import type { StateKey } from '../model/state-key.js';
import type { Change, SealedCommit } from '../transaction/commit-group.js';
import type { RevisionRange, StoreFault, TornTail } from './documents.js';
import type { ExaminedSnapshot, ExamineParts } from './examine-snapshot.js';
import { recordFault } from './record-fault.js';

/** A commit that follows what was read before it, but for those that are missing. */
export interface ExaminedCommit {
  readonly revision: number;
  readonly changes: readonly Change[];
  /** Records that it puts in a way that no store accepts. */
  readonly refused: readonly StateKey[];
  /** Commits that should have come before it. */
  readonly missing: RevisionRange | undefined;
}

export interface JournalVisitor {
  commit(commit: ExaminedCommit): void;
}

interface SegmentPlace {
  readonly file: string;
  /** Whether the snapshot says that it holds this segment already. */
  readonly isStale: boolean;
  readonly reader: SegmentReader;
}

/** Reads the segments of a journal one after the other, and goes on behind what is damaged. */
export class JournalExamination {
  readonly #parts: ExamineParts;
  readonly #visitor: JournalVisitor;
  readonly #snapshot: ExaminedSnapshot;
  /** The revision that should come next. */
  #next: number;
  #nextSegment: number | undefined;
  #hasBegun = false;
  #highestRevision: number;
  #commits = 0;
  #bytes = 0;
  #damagedBytes = 0;
  #tornTail: TornTail | undefined;

  constructor(parts: ExamineParts, visitor: JournalVisitor, snapshot: ExaminedSnapshot) {
    this.#parts = parts;
    this.#visitor = visitor;
    this.#snapshot = snapshot;
    const last = snapshot.position?.revision ?? snapshot.highestRevision;
    this.#next = last + 1;
    this.#nextSegment = snapshot.position?.firstSegment;
    this.#highestRevision = Math.max(last, snapshot.highestRevision);
  }

  get highestRevision(): number {
    return this.#highestRevision;
  }

  get commits(): number {
    return this.#commits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get damagedBytes(): number {
    return this.#damagedBytes;
  }

  get tornTail(): TornTail | undefined {
    return this.#tornTail;
  }

  /** Call it in ascending order. @throws StateStoreError `unsupported-format`, `io`; the signal's reason. */
  async readSegment(number: number, isLast: boolean): Promise<void> {
    const { files, paths, progress } = this.#parts;
    const file = paths.segment(number);
    const bytes = (await withIoErrors('read', file, () => files.read(file))) ?? new Uint8Array();
    this.#bytes += bytes.length;
    const isStale = number < (this.#snapshot.position?.firstSegment ?? number);
    if (!isStale) this.#checkNumber(number);
    const place: SegmentPlace = { file, isStale, reader: new SegmentReader(file, bytes) };
    progress.begin(`Reading segment ${number} of the journal`, 'bytes', bytes.length);
    await this.#readFrames(place, number);
    if (place.reader.torn && !isStale) this.#endTorn(place, isLast);
  }

  #checkNumber(number: number): void {
    const expected = this.#nextSegment ?? number;
    this.#nextSegment = number + 1;
    if (number === expected) return;
    const others = number - expected > 1 ? `, and so are all up to ${number - 1}` : '';
    this.#parts.faults.add({
      file: this.#parts.paths.segment(expected),
      message: `it is missing${others}, but a later part of the journal is there`,
    });
  }

  async #readFrames(place: SegmentPlace, number: number): Promise<void> {
    const { reader } = place;
    await this.#passOverDamage(place, () => reader.readHeader(number));
    let isSound = false;
    while (!isSound && !reader.torn) {
      isSound = await this.#passOverDamage(place, async () => {
        let at = reader.offset;
        for (const group of reader.groups()) {
          for (const commit of group) this.#readCommit(place, commit);
          await this.#parts.progress.advance(reader.offset - at);
          at = reader.offset;
        }
      });
    }
  }

  /** Whether the step came upon no damage; else the reader is behind it. */
  async #passOverDamage(place: SegmentPlace, step: () => unknown): Promise<boolean> {
    const { reader } = place;
    try {
      await step();
      return true;
    } catch (error) {
      if (!isStateStoreError(error) || error.code !== 'corrupt') throw error;
      this.#report(place, error.reason ?? error.message);
      const passed = reader.skipDamage();
      if (!place.isStale) this.#damagedBytes += passed;
      return false;
    }
  }

  #endTorn(place: SegmentPlace, isLast: boolean): void {
    const { file, reader } = place;
    if (!isLast) {
      this.#report(place, 'it ends too early');
      this.#damagedBytes += reader.tornBytes;
    } else if (reader.tornBytes > 0) {
      this.#tornTail = { file, offset: reader.offset, bytes: reader.tornBytes };
    }
  }

  #readCommit(place: SegmentPlace, commit: SealedCommit): void {
    const { revision } = commit;
    const { position } = this.#snapshot;
    if (place.isStale) {
      if (revision <= (position?.revision ?? 0)) return;
      this.#report(
        { ...place, isStale: false },
        `commit ${revision} is in it, and not in the snapshot that is said to hold it`,
      );
    }
    if (!this.#hasBegun) this.#begin(place, revision);
    this.#commits += 1;
    if (revision < this.#next) {
      if (position !== undefined) {
        this.#report(place, `commit ${revision} comes again, after ${this.#next - 1}`);
      }
      return;
    }
    const missing = revision > this.#next ? { from: this.#next, to: revision - 1 } : undefined;
    if (missing !== undefined) {
      this.#report(place, `commit ${revision} comes, but ${missing.from} should have come before it`);
    }
    this.#next = revision + 1;
    this.#highestRevision = Math.max(this.#highestRevision, revision);
    this.#visitor.commit({ revision, ...this.#checkChanges(place, commit), missing });
  }

  /**
   * The first commit shows where the snapshot really ended, should that not be known or not be right. Commits that it
   * holds already may be applied once more: in their order, up to the last one, they lead to the same records.
   */
  #begin(place: SegmentPlace, first: number): void {
    this.#hasBegun = true;
    const { position, highestRevision, records } = this.#snapshot;
    if (first < this.#next && position !== undefined) {
      this.#report(place, `it begins with commit ${first}, but the snapshot ends with ${position.revision}`);
      this.#next = first;
      return;
    }
    const isUncertain = position === undefined ? records > 0 : highestRevision > position.revision;
    if (isUncertain && first > highestRevision) this.#next = first;
  }

  #checkChanges(
    place: SegmentPlace,
    { changes }: SealedCommit,
  ): { readonly changes: readonly Change[]; readonly refused: readonly StateKey[] } {
    const refused: StateKey[] = [];
    const accepted = changes.filter(({ key, text }) => {
      const fault = recordFault(key, text);
      if (fault === undefined) return true;
      this.#report(place, fault, key);
      refused.push(key);
      return false;
    });
    return { changes: accepted, refused };
  }

  /** What is wrong with a segment that the next opening deletes unread is of no matter. */
  #report({ file, isStale, reader }: SegmentPlace, message: string, key?: StoreFault['key']): void {
    if (isStale) return;
    this.#parts.faults.add({ file, offset: reader.offset, ...(key === undefined ? {} : { key }), message });
  }
}
