import { maxHistoryBytes } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { compareUtf8 } from '../model/utf8.js';
import type { ChangeIndex } from './change-index.js';
import type { CommitGroup } from './commit-group.js';
import { isWithinScan } from './key-range.js';
import { mergeRecords, type Overlay } from './merge-records.js';
import type { RecordTable, ScanRange, StoredRecord } from './record-table.js';
import { SlidingList } from './sliding-list.js';
import type { Snapshot } from './snapshot.js';

interface Overwrite {
  /** The commit that overwrote. */
  readonly revision: number;
  readonly key: StateKey;
  /** What it overwrote; undefined where there was no record. */
  readonly before: StoredRecord | undefined;
}

/**
 * What commits overwrote, kept only while a snapshot older than them is open. The table below holds the latest
 * state alone, so a store without old snapshots carries no history at all, and a commit costs the same whatever
 * the size of the store.
 */
export class VersionHistory implements ChangeIndex {
  readonly #table: RecordTable;
  readonly #maxBytes: number;
  /** Open snapshots by revision. Snapshots are taken in order, so the first entry is the oldest. */
  readonly #open = new Map<number, Set<Snapshot>>();
  /** Ascending by revision. */
  readonly #overwrites = new SlidingList<Overwrite>();
  readonly #byRecord = new Map<string, Overwrite[]>();
  #openCount = 0;
  #bytes = 0;

  constructor(table: RecordTable, maxBytes: number = maxHistoryBytes) {
    this.#table = table;
    this.#maxBytes = maxBytes;
  }

  get openCount(): number {
    return this.#openCount;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open(): Snapshot {
    const snapshot: Snapshot = { revision: this.#table.revision, expired: false };
    const same = this.#open.get(snapshot.revision);
    if (same === undefined) this.#open.set(snapshot.revision, new Set([snapshot]));
    else same.add(snapshot);
    this.#openCount += 1;
    return snapshot;
  }

  release(snapshot: Snapshot): void {
    const same = this.#open.get(snapshot.revision);
    if (same?.delete(snapshot) !== true) return;
    this.#openCount -= 1;
    if (same.size > 0) return;
    this.#open.delete(snapshot.revision);
    const [oldest = Infinity] = this.#open.keys();
    if (oldest > snapshot.revision) this.#forgetUpTo(oldest);
  }

  get(snapshot: Snapshot, key: StateKey): StoredRecord | undefined {
    const overwrite = this.#byRecord.get(recordId(key))?.find((each) => each.revision > snapshot.revision);
    return overwrite === undefined ? this.#table.get(key) : overwrite.before;
  }

  scan(snapshot: Snapshot, range: ScanRange): Iterable<StoredRecord> {
    const before = new Map<string, Overlay>();
    for (const { key, before: record } of this.#since(snapshot.revision)) {
      if (before.has(key.key) || !isWithinScan(range, key)) continue;
      before.set(key.key, { key: key.key, record });
    }
    const overlays = [...before.values()].sort((left, right) => compareUtf8(left.key, right.key));
    return mergeRecords(this.#table.scan(range), overlays);
  }

  /** Call before the table applies the group. */
  remember(group: CommitGroup): void {
    if (this.#openCount === 0) return;
    for (const { revision, changes } of group) {
      for (const { key } of changes) this.#push({ revision, key, before: this.#table.get(key) });
    }
    while (this.#bytes > this.#maxBytes && this.#openCount > 0) this.#expireOldest();
  }

  lastChange(id: string): number | undefined {
    return this.#byRecord.get(id)?.at(-1)?.revision;
  }

  *changesSince(revision: number): Iterable<StateKey> {
    for (const { key } of this.#since(revision)) yield key;
  }

  *#since(revision: number): Iterable<Overwrite> {
    const first = this.#overwrites.findFirst((overwrite) => overwrite.revision > revision);
    for (let number = first; ; number += 1) {
      const overwrite = this.#overwrites.at(number);
      if (overwrite === undefined) return;
      yield overwrite;
    }
  }

  #push(overwrite: Overwrite): void {
    const id = recordId(overwrite.key);
    const same = this.#byRecord.get(id);
    if (same === undefined) this.#byRecord.set(id, [overwrite]);
    else same.push(overwrite);
    this.#overwrites.push(overwrite);
    this.#bytes += sizeOf(overwrite);
  }

  #expireOldest(): void {
    const [oldest] = this.#open.values();
    for (const snapshot of oldest ?? []) {
      snapshot.expired = true;
      this.release(snapshot);
    }
  }

  /** No open snapshot is older than `revision`, so none can see what was overwritten up to there. */
  #forgetUpTo(revision: number): void {
    for (;;) {
      const overwrite = this.#overwrites.at(this.#overwrites.first);
      if (overwrite === undefined || overwrite.revision > revision) return;
      this.#overwrites.forgetFirst();
      const id = recordId(overwrite.key);
      const same = this.#byRecord.get(id);
      same?.shift();
      if (same?.length === 0) this.#byRecord.delete(id);
      this.#bytes -= sizeOf(overwrite);
    }
  }
}

/** An estimate: two bytes per character and the objects around them. */
function sizeOf({ key, before }: Overwrite): number {
  return 200 + 2 * (key.key.length + (before?.text.length ?? 0));
}
