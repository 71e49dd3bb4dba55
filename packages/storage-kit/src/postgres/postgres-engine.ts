import type { AbortOptions } from '../contract/abort-options.js';
import { postgresCommitMs, postgresReadMs } from '../limits.js';
import type { StateKey } from '../model/state-key.js';
import type {
  ChangesRequest,
  SharedBase,
  SharedChanges,
  SharedEngine,
  SharedHead,
} from '../shared/shared-engine.js';
import type { Change, CommitGroup } from '../transaction/commit-group.js';
import type { ScanRange, StoredRecord } from '../transaction/record-table.js';
import { watchOverflow } from '../transaction/watch-request.js';
import { CommitWaiters } from './commit-waiters.js';
import { GroupCommit } from './group-commit.js';
import { HistoryPruner } from './history-pruner.js';
import { keyBounds } from './key-bounds.js';
import { type PostgresConnections, query } from './postgres-connections.js';
import { outcomeUnknown, postgresFailure, snapshotGone } from './postgres-errors.js';
import type { PostgresSettings } from './postgres-options.js';
import { firstOf, integerIn, optionalInteger, optionalText, type Row, textIn } from './postgres-rows.js';
import type { PostgresStatements } from './postgres-statements.js';
import { watchPageRecords } from './postgres-tuning.js';
import { retryTransient, type Surroundings } from './retry-transient.js';
import { Sealing } from './sealing.js';

export interface PostgresEngineParts extends Surroundings {
  readonly connections: PostgresConnections;
  readonly statements: PostgresStatements;
  readonly settings: PostgresSettings;
}

/** Later than every revision: the newest. */
const newest = Number.MAX_SAFE_INTEGER;

/** All versions of all records in three tables of PostgreSQL, whose clock and locks all processes share. */
export class PostgresEngine implements SharedEngine {
  readonly #parts: PostgresEngineParts;
  readonly #waiters: CommitWaiters;
  readonly #pruner: HistoryPruner;

  constructor(parts: PostgresEngineParts) {
    this.#parts = parts;
    this.#waiters = new CommitWaiters(parts);
    this.#pruner = new HistoryPruner({ ...parts, historyMs: parts.settings.historyMs });
  }

  async head(options: AbortOptions): Promise<SharedHead> {
    const row = firstOf(await this.#read(this.#parts.statements.head, [], options));
    return { revision: integerIn(row, 'revision'), oldest: integerIn(row, 'oldest') };
  }

  async get(
    { namespace, key }: StateKey,
    at: number = newest,
    options: AbortOptions = {},
  ): Promise<StoredRecord | undefined> {
    const rows = await this.#read(this.#parts.statements.get, [namespace, key, at], options);
    const row = firstOf(rows);
    checkKept(row, at);
    const text = optionalText(row, 'value');
    const ended = optionalInteger(row, 'ended') ?? Number.POSITIVE_INFINITY;
    if (text === undefined || ended <= at) return undefined;
    return { key, text, revision: integerIn(row, 'revision') };
  }

  async scan(
    range: ScanRange,
    at: number = newest,
    count: number,
    options: AbortOptions,
  ): Promise<readonly StoredRecord[]> {
    const rows = await this.#read(this.#parts.statements.scan, [...boundsOf(range), at, count], options);
    checkKept(firstOf(rows), at);
    return rows.filter(isFound).map((row) => ({
      key: textIn(row, 'key'),
      text: textIn(row, 'value'),
      revision: integerIn(row, 'revision'),
    }));
  }

  async commit(since: number, seal: (base: SharedBase) => CommitGroup): Promise<void> {
    const { connections, statements, settings } = this.#parts;
    const sealing = new Sealing(seal);
    const group = new GroupCommit({
      statements,
      durability: settings.durability,
      since,
      seal: (base) => sealing.run(base),
    });
    try {
      const attempt = () => connections.use((client) => group.attempt(client), {});
      const revision = await retryTransient(attempt, { ...this.#parts, forMs: postgresCommitMs });
      if (revision !== undefined) this.#waiters.learn(revision);
      this.#pruner.notice();
    } catch (error) {
      if (group.isInDoubt) throw outcomeUnknown(error, connections.server);
      throw postgresFailure(error, 'The commit', connections.server);
    }
    sealing.rethrow();
  }

  async changes({ range, after, signal }: ChangesRequest): Promise<SharedChanges> {
    const rows = await this.#read(this.#parts.statements.changes, [...boundsOf(range), after], { signal });
    const first = firstOf(rows);
    const oldest = integerIn(first, 'oldest');
    if (after < oldest) throw watchOverflow(after, oldest);
    return pageOf(range.namespace, rows.filter(isFound), integerIn(first, 'head'));
  }

  waitForCommits(after: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    return this.#waiters.wait(after, ...signals);
  }

  async now(): Promise<number> {
    return integerIn(firstOf(await this.#read(this.#parts.statements.now, [], {})), 'now');
  }

  async bytes(): Promise<number> {
    return integerIn(firstOf(await this.#read(this.#parts.statements.bytes, [], {})), 'bytes');
  }

  async close(): Promise<void> {
    await Promise.all([this.#waiters.close(), this.#pruner.close()]);
    await this.#parts.connections.close(this.#parts.clock);
  }

  async #read(statement: string, values: unknown[], { signal }: AbortOptions): Promise<readonly Row[]> {
    const { connections } = this.#parts;
    try {
      const attempt = () => connections.use((client) => query(client, statement, values), { signal });
      return await retryTransient(attempt, { ...this.#parts, forMs: postgresReadMs, signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw postgresFailure(error, 'The read', connections.server);
    }
  }
}

/** @throws StateStoreError `transaction-ended` when parts of the snapshot may have been removed. */
function checkKept(row: Row, at: number): void {
  const oldest = integerIn(row, 'oldest');
  if (at < oldest) throw snapshotGone(at, oldest);
}

/** A row that bears nothing but where the store stands has no record. */
function isFound(row: Row): boolean {
  return row['key'] !== null;
}

function boundsOf(range: ScanRange): unknown[] {
  const { from, after, before } = keyBounds(range);
  return [range.namespace, from, after, before ?? null];
}

function pageOf(namespace: string, rows: readonly Row[], head: number): SharedChanges {
  const commits: { readonly revision: number; readonly changes: Change[] }[] = [];
  for (const row of rows) {
    const revision = integerIn(row, 'revision');
    const change: Change = { key: { namespace, key: textIn(row, 'key') }, text: optionalText(row, 'value') };
    const last = commits.at(-1);
    if (last?.revision === revision) last.changes.push(change);
    else commits.push({ revision, changes: [change] });
  }
  const [first] = rows;
  const found = first === undefined ? 0 : integerIn(first, 'found');
  const isWhole = found === rows.length && found < watchPageRecords;
  return { commits, through: isWhole ? head : (commits.at(-1)?.revision ?? head) };
}
