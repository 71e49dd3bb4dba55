import type { AbortOptions } from '../contract/abort-options.js';
import type { StateCommit } from '../contract/state-store-backend.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { maxGroupBytes, maxGroupCommits } from '../limits.js';
import type { ChangeFeed } from './change-feed.js';
import type { CommitGroup } from './commit-group.js';
import type { CommitLog } from './commit-log.js';
import { GroupBuilder } from './group-builder.js';
import type { RecordTable } from './record-table.js';
import type { TransactionWork } from './snapshot-transaction.js';
import type { VersionHistory } from './version-history.js';

export interface CommitQueueParts {
  readonly table: RecordTable;
  readonly history: VersionHistory;
  readonly feed: ChangeFeed;
  readonly log: CommitLog | undefined;
  readonly maxBytes: number;
}

interface PendingCommit extends AbortOptions {
  readonly work: TransactionWork;
  readonly resolve: (commit: StateCommit) => void;
  readonly reject: (error: unknown) => void;
}

interface TakenGroup {
  readonly commits: CommitGroup;
  /** Tells each commit its outcome: that of its own validation, or the failure of the whole group. */
  readonly settle: (failure?: Error) => void;
}

/** Gives commits their order, makes those that wait at the same time durable together, then visible. */
export class CommitQueue {
  readonly #parts: CommitQueueParts;
  /** Bounded by the transactions that may be open: each that waits still is. */
  #waiting: PendingCommit[] = [];
  #draining: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(parts: CommitQueueParts) {
    this.#parts = parts;
  }

  /** Why nothing more is written; undefined while all is well. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  submit(work: TransactionWork, { signal }: AbortOptions): Promise<StateCommit> {
    return new Promise((resolve, reject) => {
      const pending: PendingCommit = { work, signal, resolve, reject };
      const refusal = this.#refusal();
      if (refusal !== undefined) return this.#refuse(pending, refusal);
      this.#waiting.push(pending);
      if (this.#parts.log === undefined) this.#commitInMemory();
      else this.#draining ??= this.#drain(this.#parts.log);
    });
  }

  /** Resolves when no commit is under way. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  #refusal(): StateStoreError | undefined {
    if (this.#failure === undefined) return undefined;
    return new StateStoreError(
      'unavailable',
      'The commit is refused: an earlier write failed, so what the disk holds is unknown. Close the store and open it again',
      { cause: this.#failure },
    );
  }

  #refuse({ work, reject }: PendingCommit, error: unknown): void {
    this.#parts.history.release(work.snapshot);
    reject(error);
  }

  #takeGroup(): TakenGroup {
    const { table, history, maxBytes } = this.#parts;
    const { revision, bytes } = table;
    const group = new GroupBuilder({ revision, bytes, maxBytes, changed: history });
    const settlements: ((failure?: Error) => void)[] = [];
    while (settlements.length < maxGroupCommits && group.changeBytes < maxGroupBytes) {
      const pending = this.#waiting.shift();
      if (pending === undefined) break;
      settlements.push(this.#join(group, pending));
    }
    const settle = (failure?: Error): void => {
      for (const settleOne of settlements) settleOne(failure);
    };
    return { commits: group.commits, settle };
  }

  #join(group: GroupBuilder, { work, signal, resolve, reject }: PendingCommit): (failure?: Error) => void {
    try {
      signal?.throwIfAborted();
      const revision = group.add(work);
      return (failure) => (failure === undefined ? resolve({ revision }) : reject(failure));
    } catch (error) {
      return () => reject(error);
    } finally {
      this.#parts.history.release(work.snapshot);
    }
  }

  #commitInMemory(): void {
    const { commits, settle } = this.#takeGroup();
    try {
      this.#apply(commits);
      settle();
    } catch (error) {
      settle(this.#fail(error));
    }
  }

  async #drain(log: CommitLog): Promise<void> {
    while (this.#waiting.length > 0) {
      await log.gather();
      const { commits, settle } = this.#takeGroup();
      if (commits.length === 0) {
        settle();
        continue;
      }
      const failure = await this.#attempt(async () => {
        await log.append(commits);
        this.#apply(commits);
      });
      settle(failure);
      if (failure === undefined) await this.#attempt(() => log.groupApplied());
      if (this.#failure !== undefined) this.#refuseWaiting();
    }
    this.#draining = undefined;
  }

  async #attempt(step: () => Promise<void>): Promise<Error | undefined> {
    try {
      await step();
      return undefined;
    } catch (error) {
      return this.#fail(error);
    }
  }

  #fail(error: unknown): Error {
    this.#failure = error instanceof Error ? error : new Error(String(error));
    return this.#failure;
  }

  #refuseWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const refusal = this.#refusal();
    for (const pending of waiting) this.#refuse(pending, refusal);
  }

  #apply(commits: CommitGroup): void {
    this.#parts.history.remember(commits);
    this.#parts.table.apply(commits);
    this.#parts.feed.push(commits);
  }
}
