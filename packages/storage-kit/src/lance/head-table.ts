import type { Table } from '@lancedb/lancedb';
import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { damagedStore, lanceFailure, unknownOutcome } from './lance-failure.js';
import {
  decodeHead,
  encodeHead,
  type LanceHead,
  lanceFormat,
  newToken,
  succeed,
  writerOf,
} from './lance-head.js';
import { pauseAfter, retried } from './lance-patience.js';
import { type LanceRow, RowReader } from './lance-row.js';
import { maxLanceRetries } from './lance-tuning.js';

const onlyId = 1;

export interface HeadTableParts {
  readonly table: Table;
  readonly folder: string;
  readonly clock: Clock;
}

export function headRow(head: LanceHead): Record<string, unknown> {
  return {
    id: onlyId,
    format: lanceFormat,
    sequence: BigInt(head.sequence),
    revision: BigInt(head.revision),
    content: encodeHead(head),
  };
}

/** The head, read and replaced by compare-and-swap. */
export class HeadTable {
  readonly #parts: HeadTableParts;
  /** The newest head that was seen here. */
  #seen: LanceHead | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** A version of the table at which `#seen` was still the head. */
  #seenAt = 0;

  constructor(parts: HeadTableParts) {
    this.#parts = parts;
  }

  /** The newest head seen here, or the newest there is when none was. Others may have written since. */
  async recent(options: AbortOptions): Promise<LanceHead> {
    return this.#seen ?? this.read(options);
  }

  /** The head as it is now. @throws StateStoreError `io`, `corrupt`, `unsupported-format`; the signal's reason. */
  read({ signal }: AbortOptions): Promise<LanceHead> {
    const { table, folder, clock } = this.#parts;
    const failure = (cause: unknown): Error => lanceFailure('Reading', folder, cause);
    return retried(
      async () => {
        // Much cheaper than a query. What is read after it is that version or a later one.
        const version = await table.version();
        if (this.#seen !== undefined && this.#seenAt === version) return this.#seen;
        return this.#remember(this.#parse(await table.query().toArray()), version);
      },
      { clock, failure, signal },
    );
  }

  /**
   * Writes the successor of `base`, unless another has written one: then undefined.
   *
   * The swap is applied only while the head still has the number of `base`, and whoever applies one raises that number.
   * So of all attempts on one base, repeated ones included, one is applied at most. Which it was is read from the tokens
   * in the head. What Lance answers is not believed: after an error the swap may be applied, and a process that was
   * halted in the middle of one, until the files of its base were removed, is told that it succeeded though nobody
   * will ever see what it wrote.
   *
   * @throws StateStoreError `io` when the outcome cannot be found out
   */
  async replace(base: LanceHead, changes: Partial<LanceHead>): Promise<LanceHead | undefined> {
    const { folder, clock } = this.#parts;
    const token = newToken();
    const next = succeed(base, changes, token);
    let failure: unknown = new Error('Lance did not write');
    for (let attempt = 0; attempt <= maxLanceRetries; attempt += 1) {
      await this.#swap(base.sequence, next).catch((cause: unknown) => {
        failure = cause;
      });
      const head = await this.read({}).catch((cause: unknown) => {
        throw unknownOutcome(folder, cause);
      });
      if (head.sequence > base.sequence) {
        const writer = writerOf(head, next.sequence);
        if (writer === undefined) throw unknownOutcome(folder, failure);
        return writer === token ? next : undefined;
      }
      await pauseAfter(attempt, clock, {});
    }
    throw unknownOutcome(folder, failure);
  }

  /**
   * Runs what reads the head and replaces it, one after the other in this process: swaps that overlap cost the loser
   * work, and a file that nobody needs.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Removes files of heads that were superseded before a time. To be called after a replacement made here: its version
   * stays, so that a swap which began before that time still finds that the row was changed.
   */
  async tidy(olderThan: Date): Promise<void> {
    await this.#parts.table.optimize({ cleanupOlderThan: olderThan });
  }

  /**
   * Removes with them what swaps that lost left behind. Lance itself keeps that for a week, since it cannot tell it
   * from what a writer is about to list.
   *
   * @param olderThan - so long ago that no swap which began before it is still under way
   */
  async tidyThoroughly(olderThan: Date): Promise<void> {
    await this.#parts.table.optimize({ cleanupOlderThan: olderThan, deleteUnverified: true });
  }

  async bytes(): Promise<number> {
    return (await this.#parts.table.stats()).totalBytes;
  }

  close(): void {
    this.#parts.table.close();
  }

  async #swap(sequence: number, next: LanceHead): Promise<void> {
    await this.#parts.table
      .mergeInsert('id')
      .whenMatchedUpdateAll({ where: `target.sequence = ${sequence}` })
      .execute([headRow(next)]);
  }

  #parse(rows: readonly LanceRow[]): LanceHead {
    const { folder } = this.#parts;
    // Were a swap ever applied in spite of its condition, its row would have a number that is taken: the newest counts.
    const [reader] = rows
      .map((row) => new RowReader(folder, row))
      .sort((left, right) => right.whole('sequence') - left.whole('sequence'));
    if (reader === undefined) throw damagedStore(folder, 'its table head is empty');
    assertFormat(folder, reader.whole('format'));
    return decodeHead(reader.whole('sequence'), reader.whole('revision'), reader.text('content'));
  }

  #remember(head: LanceHead, version: number): LanceHead {
    if (this.#seen !== undefined && this.#seen.sequence > head.sequence) return head;
    this.#seen = head;
    this.#seenAt = Math.max(this.#seenAt, version);
    return head;
  }
}

/** @throws StateStoreError `unsupported-format` */
export function assertFormat(folder: string, version: number): void {
  if (version === lanceFormat) return;
  throw new StateStoreError(
    'unsupported-format',
    `The store in ${folder} is refused: it has format ${version}, and this version of the package knows format ${lanceFormat}. Use a newer one. Nothing was changed`,
    { file: folder, version },
  );
}
