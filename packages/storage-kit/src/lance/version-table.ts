import type { Query, Table } from '@lancedb/lancedb';
import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import type { StateKey } from '../model/state-key.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import type { ScanRange } from '../transaction/record-table.js';
import { lanceFailure } from './lance-failure.js';
import { type LanceDeposit, type LanceHead, newToken } from './lance-head.js';
import { retried } from './lance-patience.js';
import { type LanceRow, RowReader } from './lance-row.js';
import { lanceChangePage, lanceValuePage } from './lance-tuning.js';
import { isInRange, isOneOf, quoted } from './sql.js';

/** One version of a record. */
export interface RecordVersion {
  /** Names its row; undefined for what the head holds. */
  readonly id: string | undefined;
  readonly key: StateKey;
  readonly revision: number;
  readonly deleted: boolean;
  /** Length of its value. */
  readonly length: number;
  /** Its value when the head holds it; that of a row is read when it is wanted. */
  readonly text: string | undefined;
}

/** Commits after one revision up to another. */
export interface RevisionSpan {
  readonly after: number;
  readonly through: number;
}

export interface VersionPage {
  /** Those of whole commits, ascending. */
  readonly versions: readonly RecordVersion[];
  /** Everything up to here is among them. */
  readonly through: number;
}

/** Versions of one record that are superseded for every reader. */
export interface SupersededVersions {
  readonly key: StateKey;
  /** All before this revision. */
  readonly before: number;
}

export interface VersionTableParts {
  readonly table: Table;
  readonly folder: string;
  readonly clock: Clock;
}

const refColumns = ['id', 'namespace', 'key', 'revision', 'deleted', 'length'];

function isOf(deposits: readonly LanceDeposit[]): string {
  return isOneOf(
    'deposit',
    deposits.map(({ token }) => token),
  );
}

/** The rows that count for those who know `head`. */
function isCommitted({ deposits }: LanceHead): string {
  if (deposits.length === 0) return 'settled';
  return `(settled OR ${isOf(deposits)})`;
}

/** Every version of every record that has left the head. */
export class VersionTable {
  readonly #parts: VersionTableParts;

  constructor(parts: VersionTableParts) {
    this.#parts = parts;
  }

  /** The newest version of a record up to revision `at`. */
  async newest(
    head: LanceHead,
    { namespace, key }: StateKey,
    at: number,
    options: AbortOptions,
  ): Promise<RecordVersion | undefined> {
    const ofKey = `namespace = ${quoted(namespace)} AND key = ${quoted(key)} AND revision <= ${at}`;
    const [ref] = await this.#refs(
      (query) =>
        query
          .where(`${isCommitted(head)} AND ${ofKey}`)
          .orderBy({ columnName: 'revision', ascending: false })
          .limit(1),
      options,
    );
    return ref;
  }

  /** Versions of the range up to revision `at`: by key, those of one key with the newest first. */
  page(
    head: LanceHead,
    range: ScanRange,
    at: number,
    count: number,
    options: AbortOptions,
  ): Promise<readonly RecordVersion[]> {
    return this.#refs(
      (query) =>
        query
          .where(`${isCommitted(head)} AND ${isInRange(range)} AND revision <= ${at}`)
          .orderBy([
            { columnName: 'key', ascending: true },
            { columnName: 'revision', ascending: false },
          ])
          .limit(count),
      options,
    );
  }

  /** Versions after one revision up to another, or up to where a page is full; the earliest first. */
  async between(
    head: LanceHead,
    range: ScanRange | undefined,
    { after, through }: RevisionSpan,
    options: AbortOptions,
  ): Promise<VersionPage> {
    const within = range === undefined ? '' : ` AND ${isInRange(range)}`;
    const versions = await this.#refs(
      (query) =>
        query
          .where(`${isCommitted(head)}${within} AND revision > ${after} AND revision <= ${through}`)
          .orderBy({ columnName: 'revision', ascending: true })
          .limit(lanceChangePage),
      options,
    );
    if (versions.length < lanceChangePage) return { versions, through };
    // A full page may end in the middle of a commit, and holds a whole one before that.
    const last = versions.at(-1)?.revision ?? through;
    return { versions: versions.filter(({ revision }) => revision < last), through: last - 1 };
  }

  /** The values of the versions whose rows are still there, by the names of the rows. */
  async values(
    versions: readonly RecordVersion[],
    options: AbortOptions,
  ): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>();
    for (let first = 0; first < versions.length; first += lanceValuePage) {
      const page = versions.slice(first, first + lanceValuePage);
      // The keys are what an index knows.
      const keys = isOneOf('key', [...new Set(page.map(({ key }) => key.key))]);
      const ids = isOneOf(
        'id',
        page.flatMap(({ id }) => id ?? []),
      );
      const rows = await this.#rows(
        (query) => query.where(`${keys} AND ${ids}`).select(['id', 'value']),
        options,
      );
      for (const row of rows) values.set(row.text('id'), row.text('value'));
    }
    return values;
  }

  /**
   * Adds rows that count once a head lists them. An attempt that failed may have added its rows all the same, so each
   * has a name of its own; and one that is said to have gone well is looked at before it is believed, for the same
   * reason as a swap of the head.
   */
  deposit(epoch: number, commits: CommitGroup): Promise<LanceDeposit> {
    return this.#written('Nothing was committed: adding to', async () => {
      const token = newToken();
      const rows = depositRows(token, epoch, commits);
      await this.#parts.table.add(rows);
      const deposit = {
        token,
        from: commits[0]?.revision ?? 0,
        through: commits.at(-1)?.revision ?? 0,
      };
      await this.#assertRows(isOf([deposit]), rows.length);
      return deposit;
    });
  }

  /** Marks the rows of deposits that a head lists: from now on they count without it. */
  async settle(deposits: readonly LanceDeposit[]): Promise<void> {
    if (deposits.length === 0) return;
    const where = `NOT settled AND ${isOf(deposits)}`;
    await this.#written('Settling commits in', async () => {
      await this.#parts.table.update({ where, valuesSql: { settled: 'true' } });
      await this.#assertRows(where, 0);
    });
  }

  /** Deletes versions that nobody can ask for any more. */
  async prune(superseded: readonly SupersededVersions[]): Promise<void> {
    const keysOf = new Map<string, string[]>();
    for (const { key, before } of superseded) {
      const group = `namespace = ${quoted(key.namespace)} AND revision < ${before}`;
      keysOf.set(group, [...(keysOf.get(group) ?? []), key.key]);
    }
    const each = [...keysOf].map(([group, keys]) => `(${group} AND ${isOneOf('key', keys)})`);
    if (each.length > 0) await this.#parts.table.delete(`settled AND (${each.join(' OR ')})`);
  }

  /** Deletes what was deposited before the epoch of `head` and is not listed there. */
  async sweep(head: LanceHead): Promise<void> {
    await this.#parts.table.delete(`${remains(head)} AND epoch < ${head.epoch}`);
  }

  /** Rows that do not count, or do not yet. */
  countRemains(head: LanceHead): Promise<number> {
    return this.#parts.table.countRows(remains(head));
  }

  async fragments(): Promise<number> {
    return (await this.#parts.table.stats()).fragmentStats.numFragments;
  }

  /** Writes small files together, and removes those that nothing has needed since. */
  async compact(olderThan: Date): Promise<void> {
    await this.#parts.table.optimize({ cleanupOlderThan: olderThan });
  }

  /** Makes an index of the keys once it pays; compacting keeps it up to date. */
  async index(fromRows: number): Promise<void> {
    const { table } = this.#parts;
    if ((await table.countRows()) < fromRows || (await table.listIndices()).length > 0) return;
    await table.createIndex('key');
  }

  async bytes(): Promise<number> {
    return (await this.#parts.table.stats()).totalBytes;
  }

  close(): void {
    this.#parts.table.close();
  }

  async #assertRows(where: string, wanted: number): Promise<void> {
    const found = await this.#parts.table.countRows(where);
    if (found !== wanted) throw new Error(`Lance has ${found} rows instead of ${wanted} where ${where}`);
  }

  #written<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
    const { folder, clock } = this.#parts;
    return retried(work, { clock, failure: (cause) => lanceFailure(action, folder, cause) });
  }

  async #refs(ask: (query: Query) => Query, options: AbortOptions): Promise<readonly RecordVersion[]> {
    const rows = await this.#rows((query) => ask(query).select(refColumns), options);
    return rows.map((row) => ({
      id: row.text('id'),
      key: { namespace: row.text('namespace'), key: row.text('key') },
      revision: row.whole('revision'),
      deleted: row.flag('deleted'),
      length: row.whole('length'),
      text: undefined,
    }));
  }

  #rows(ask: (query: Query) => Query, { signal }: AbortOptions): Promise<readonly RowReader[]> {
    const { table, folder, clock } = this.#parts;
    const failure = (cause: unknown): Error => lanceFailure('Reading', folder, cause);
    return retried(
      async () => {
        const rows: readonly LanceRow[] = await ask(table.query()).toArray();
        return rows.map((row) => new RowReader(folder, row));
      },
      { clock, failure, signal },
    );
  }
}

function depositRows(token: string, epoch: number, commits: CommitGroup): Record<string, unknown>[] {
  const changes = commits.flatMap(({ revision, changes: own }) =>
    own.map((change) => ({ ...change, revision })),
  );
  return changes.map(({ key: { namespace, key }, text, revision }, index) => ({
    id: `${token}/${index}`,
    deposit: token,
    epoch: BigInt(epoch),
    settled: false,
    namespace,
    key,
    revision: BigInt(revision),
    deleted: text === undefined,
    length: text?.length ?? 0,
    value: text ?? null,
  }));
}

function remains({ deposits }: LanceHead): string {
  return `NOT settled AND NOT (${isOf(deposits)})`;
}
