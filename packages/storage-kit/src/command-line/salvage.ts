import { maxReportedFaults } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { compareUtf8 } from '../model/utf8.js';
import type { SnapshotPages, SnapshotRow } from '../sqlite/snapshot-pages.js';
import { createDatabase } from '../sqlite/snapshot-schema.js';
import type { SqliteEngine } from '../sqlite/sqlite-engine.js';
import { SqliteTable } from '../sqlite/sqlite-table.js';
import type { SealedCommit } from '../transaction/commit-group.js';
import { salvageBatch } from './command-line-tuning.js';
import type { RecoverDocument } from './documents.js';
import type { StoreVisitor } from './examine-store.js';
import type { ExaminedCommit } from './journal-examination.js';
import { RevisionRanges } from './revision-ranges.js';

/** Builds a store anew from what can still be read of it, and keeps account of what cannot. */
export class Salvage implements StoreVisitor {
  readonly #table: SqliteTable;
  readonly #pastDamage: boolean;
  /** Records that are not in the table yet. */
  readonly #rows = new Map<string, SnapshotRow>();
  readonly #pending: SealedCommit[] = [];
  readonly #lost = new Map<string, StateKey>();
  readonly #applied = new RevisionRanges();
  readonly #missing = new RevisionRanges();
  readonly #passedOver = new RevisionRanges();
  #isMixed = false;

  constructor(engine: SqliteEngine, pastDamage: boolean) {
    this.#table = new SqliteTable(createDatabase(engine));
    this.#pastDamage = pastDamage;
  }

  /** Whether commits were applied although commits before them are lost. */
  get isMixed(): boolean {
    return this.#isMixed;
  }

  /** Where two rows claim to be the same record, the later one is. */
  record(row: SnapshotRow): void {
    const id = recordId(row.key);
    if ((this.#rows.get(id)?.revision ?? 0) > row.revision) return;
    this.#rows.set(id, row);
    if (this.#rows.size >= salvageBatch) this.#flushRows();
  }

  snapshotEnd(pages: SnapshotPages | undefined): void {
    this.#flushRows();
    for (const key of pages?.keys() ?? []) {
      if (key !== undefined && this.#table.get(key) === undefined) this.#lost.set(recordId(key), key);
    }
  }

  commit({ revision, changes, refused, missing }: ExaminedCommit): void {
    if (missing !== undefined) this.#missing.add(missing);
    const isBehindDamage = this.#missing.ranges.length > 0;
    if (isBehindDamage && !this.#pastDamage) {
      this.#passedOver.add({ from: revision, to: revision });
      return;
    }
    if (isBehindDamage) this.#isMixed = true;
    this.#applied.add({ from: revision, to: revision });
    for (const { key } of changes) this.#lost.delete(recordId(key));
    for (const key of refused) this.#lost.set(recordId(key), key);
    // What was there before such a put is no longer what the record held.
    const deletions = refused.map((key) => ({ key, text: undefined }));
    this.#pending.push({ revision, changes: [...changes, ...deletions] });
    if (this.#pending.length >= salvageBatch) this.#flushCommits();
  }

  /** @param revision - where the store goes on */
  finish(revision: number): void {
    this.#flushCommits();
    this.#table.apply([{ revision, changes: [] }]);
  }

  kept(): RecoverDocument['kept'] {
    const usage = this.#table.usage();
    return {
      records: usage.reduce((sum, { records }) => sum + records, 0),
      bytes: usage.reduce((sum, { bytes }) => sum + bytes, 0),
      revision: this.#table.revision,
      commits: this.#applied.ranges,
    };
  }

  lost(): Pick<RecoverDocument['lost'], 'records' | 'recordsNotListed' | 'commits' | 'commitsPastDamage'> {
    const records = [...this.#lost.values()].sort(
      (left, right) => compareUtf8(left.namespace, right.namespace) || compareUtf8(left.key, right.key),
    );
    return {
      records: records.slice(0, maxReportedFaults),
      recordsNotListed: Math.max(0, records.length - maxReportedFaults),
      commits: this.#missing.ranges,
      commitsPastDamage: this.#passedOver.ranges,
    };
  }

  export(firstSegment: number): Uint8Array {
    return this.#table.export(firstSegment);
  }

  close(): void {
    this.#table.close();
  }

  #flushRows(): void {
    const rows = [...this.#rows.values()].filter(
      ({ key, revision }) => (this.#table.get(key)?.revision ?? 0) <= revision,
    );
    this.#table.apply(rows.map(({ key, text, revision }) => ({ revision, changes: [{ key, text }] })));
    this.#rows.clear();
  }

  #flushCommits(): void {
    this.#table.apply(this.#pending);
    this.#pending.length = 0;
  }
}
