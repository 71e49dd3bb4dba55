import type { AbortOptions } from '../contract/abort-options.js';
import type { StateKey } from '../model/state-key.js';
import type { ChangeIndex } from '../transaction/change-index.js';
import type { CommitGroup, SealedCommit } from '../transaction/commit-group.js';
import type { ScanRange, StoredRecord } from '../transaction/record-table.js';

/** Where an engine stands. */
export interface SharedHead {
  /** The last commit; 0 before the first. */
  readonly revision: number;
  /** The earliest revision whose snapshot is still kept, with everything committed after it. */
  readonly oldest: number;
}

/** What a group of commits follows: nothing is committed by anybody from this moment until the group is. */
export interface SharedBase extends SharedHead {
  /** What was committed after the revision that was asked for. */
  readonly changed: ChangeIndex;
}

/** A part of what was committed. */
export interface SharedChanges {
  /** Ascending; each with those of its changes that were asked for, and never a part of them. Empty ones are left out. */
  readonly commits: readonly SealedCommit[];
  /** Everything up to here that was asked for is in `commits`. */
  readonly through: number;
}

export interface ChangesRequest extends AbortOptions {
  readonly range: ScanRange;
  readonly after: number;
}

/**
 * An engine that several processes write at once. It keeps every version of a record that a snapshot from `oldest` on
 * may still ask for. What fails in it is a StateStoreError `io` or `unavailable`; a snapshot older than `oldest` is
 * refused with `transaction-ended`, changes before it with `watch-overflow`.
 */
export interface SharedEngine {
  head(options: AbortOptions): Promise<SharedHead>;
  /** The record as of revision `at`, undefined for the newest. */
  get(key: StateKey, at: number | undefined, options: AbortOptions): Promise<StoredRecord | undefined>;
  /** The first `count` records of the range, ascending, as of revision `at`, undefined for the newest. */
  scan(
    range: ScanRange,
    at: number | undefined,
    count: number,
    options: AbortOptions,
  ): Promise<readonly StoredRecord[]>;
  /**
   * Makes the group that `seal` returns durable, then visible, all of it at once, with no other commit between the base
   * that `seal` is given and the group; nothing when the group is empty. When another process came first, `seal` is
   * called again on a new base. What `seal` throws is passed on.
   *
   * @param since - `seal` asks for changes after this revision
   */
  commit(since: number, seal: (base: SharedBase) => CommitGroup): Promise<void>;
  /** A page of what was committed. */
  changes(request: ChangesRequest): Promise<SharedChanges>;
  /**
   * Resolves when something may have been committed after revision `after`, after a bounded time at the latest, or when
   * a signal is aborted.
   */
  waitForCommits(after: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void>;
  now(): Promise<number>;
  /** Bytes that the records and their kept versions take. */
  bytes(): Promise<number>;
  /** Ends what waits, and releases everything. Called once, with no commit under way. */
  close(): Promise<void>;
}
