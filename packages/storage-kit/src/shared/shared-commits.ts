import type { AbortOptions } from '../contract/abort-options.js';
import type { StateCommit } from '../contract/state-store-backend.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { maxGroupBytes, maxGroupCommits } from '../limits.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { GroupBuilder } from '../transaction/group-builder.js';
import type { TransactionWork } from '../transaction/snapshot-transaction.js';
import type { SharedBase, SharedEngine } from './shared-engine.js';

interface PendingCommit extends AbortOptions {
  readonly work: TransactionWork;
  readonly resolve: (commit: StateCommit) => void;
  readonly reject: (error: unknown) => void;
}

/** What became of a commit when its group was sealed. */
type Verdict = { readonly revision: number } | { readonly refusal: unknown };

/** Commits of this process: those that wait at the same time go to the engine as one group. */
export class SharedCommits {
  readonly #engine: SharedEngine;
  /** Bounded by the transactions that may be open: each that waits still is. */
  #waiting: PendingCommit[] = [];
  #draining: Promise<void> | undefined;

  constructor(engine: SharedEngine) {
    this.#engine = engine;
  }

  submit(work: TransactionWork, { signal }: AbortOptions): Promise<StateCommit> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, signal, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when no commit is under way. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Writers that are about to commit have their turn to join the group.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      await this.#commit(this.#takeGroup());
    }
    this.#draining = undefined;
  }

  #takeGroup(): readonly PendingCommit[] {
    let bytes = 0;
    let count = 0;
    for (const { work } of this.#waiting) {
      if (count === maxGroupCommits || bytes >= maxGroupBytes) break;
      bytes += work.writes.changeBytes;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: readonly PendingCommit[]): Promise<void> {
    let verdicts: readonly Verdict[] = [];
    try {
      const oldest = Math.min(...group.map(({ work }) => work.snapshot.revision));
      await this.#engine.commit(oldest, (base) => {
        const sealed = seal(group, base);
        verdicts = sealed.verdicts;
        return sealed.commits;
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const [index, { resolve, reject }] of group.entries()) {
      const verdict = verdicts[index];
      if (verdict !== undefined && 'revision' in verdict) resolve(verdict);
      else reject(verdict?.refusal);
    }
  }
}

function seal(
  group: readonly PendingCommit[],
  { revision, oldest, changed }: SharedBase,
): { readonly commits: CommitGroup; readonly verdicts: readonly Verdict[] } {
  const builder = new GroupBuilder({ revision, bytes: 0, maxBytes: Number.POSITIVE_INFINITY, changed });
  const verdicts = group.map(({ work, signal }): Verdict => {
    try {
      signal?.throwIfAborted();
      if (work.snapshot.revision > revision) throw snapshotLost(work.snapshot.revision, revision);
      if (work.snapshot.revision < oldest) work.snapshot.expired = true;
      return { revision: builder.add(work) };
    } catch (refusal) {
      return { refusal };
    }
  });
  return { commits: builder.commits, verdicts };
}

function snapshotLost(snapshot: number, revision: number): StateStoreError {
  return new StateStoreError(
    'transaction-ended',
    `The transaction is refused: it read revision ${snapshot}, and the store has gone back to ${revision}, as when a copy is restored or a standby takes over before it has everything. Begin a new one`,
    { limit: revision, actual: snapshot },
  );
}
