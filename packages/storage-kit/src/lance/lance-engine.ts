import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import type { StateKey } from '../model/state-key.js';
import type {
  ChangesRequest,
  SharedBase,
  SharedChanges,
  SharedEngine,
  SharedHead,
} from '../shared/shared-engine.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import type { ScanRange, StoredRecord } from '../transaction/record-table.js';
import { CommitPoll } from './commit-poll.js';
import { HeadTable } from './head-table.js';
import { LanceCommits } from './lance-commits.js';
import { LanceHousekeeping, type LanceUpkeep, usualUpkeep } from './lance-housekeeping.js';
import { LanceReader } from './lance-reader.js';
import type { LanceTables } from './lance-tables.js';
import { VersionTable } from './version-table.js';

export interface LanceEngineParts {
  readonly tables: LanceTables;
  readonly folder: string;
  readonly clock: Clock;
  readonly historyMs: number;
  readonly upkeep?: LanceUpkeep;
}

/** A store in a folder of Lance tables that several processes share. */
export class LanceEngine implements SharedEngine {
  readonly #tables: LanceTables;
  readonly #clock: Clock;
  readonly #heads: HeadTable;
  readonly #versions: VersionTable;
  readonly #reader: LanceReader;
  readonly #housekeeping: LanceHousekeeping;
  readonly #commits: LanceCommits;
  readonly #poll: CommitPoll;

  constructor({ tables, folder, clock, historyMs, upkeep = usualUpkeep }: LanceEngineParts) {
    const heads = new HeadTable({ table: tables.head, folder, clock });
    const versions = new VersionTable({ table: tables.versions, folder, clock });
    const parts = { folder, clock, historyMs, upkeep, heads, versions };
    this.#tables = tables;
    this.#clock = clock;
    this.#heads = heads;
    this.#versions = versions;
    this.#reader = new LanceReader(parts);
    this.#housekeeping = new LanceHousekeeping(parts);
    this.#commits = new LanceCommits({
      ...parts,
      reader: this.#reader,
      housekeeping: this.#housekeeping,
    });
    const readRevision = async (): Promise<number> => (await heads.read({})).revision;
    this.#poll = new CommitPoll({ clock, readRevision });
  }

  head(options: AbortOptions): Promise<SharedHead> {
    return this.#heads.read(options);
  }

  get(key: StateKey, at: number | undefined, options: AbortOptions): Promise<StoredRecord | undefined> {
    return this.#reader.get(key, at, options);
  }

  scan(
    range: ScanRange,
    at: number | undefined,
    count: number,
    options: AbortOptions,
  ): Promise<readonly StoredRecord[]> {
    return this.#reader.scan(range, at, count, options);
  }

  async commit(since: number, seal: (base: SharedBase) => CommitGroup): Promise<void> {
    const head = await this.#commits.commit(since, seal);
    if (head !== undefined) this.#poll.saw(head.revision);
  }

  changes(request: ChangesRequest): Promise<SharedChanges> {
    return this.#reader.changes(request);
  }

  waitForCommits(after: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    return this.#poll.wait(after, ...signals);
  }

  /** Lance shares no clock: all who share a folder are on one machine. */
  async now(): Promise<number> {
    return this.#clock.now();
  }

  async bytes(): Promise<number> {
    return (await this.#heads.bytes()) + (await this.#versions.bytes());
  }

  async close(): Promise<void> {
    this.#poll.stop();
    await this.#housekeeping.idle();
    this.#tables.close();
  }
}
