import { StateStoreError } from '../errors/state-store-error.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import type { ChangeIndex } from './change-index.js';
import type { SealedCommit } from './commit-group.js';
import { assertReadable, type TransactionWork } from './snapshot-transaction.js';

/** What a group of commits follows. */
export interface GroupBase {
  /** The last commit before it. */
  readonly revision: number;
  /** Bytes that the records take. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** All that was committed since the oldest snapshot of the group. */
  readonly changed: ChangeIndex;
}

/** Validates commits against all that is committed and against each other, and puts them in order. */
export class GroupBuilder implements ChangeIndex {
  readonly #base: GroupBase;
  readonly #commits: SealedCommit[] = [];
  readonly #changed = new Map<string, { readonly key: StateKey; readonly revision: number }>();
  /** Bytes that the store may grow by. */
  #growth = 0;
  #changeBytes = 0;

  constructor(base: GroupBase) {
    this.#base = base;
  }

  get commits(): readonly SealedCommit[] {
    return this.#commits;
  }

  /** Bytes of the changes, deletions included. */
  get changeBytes(): number {
    return this.#changeBytes;
  }

  /**
   * The revision of the commit, once the group is durable.
   *
   * @throws StateStoreError `transaction-conflict`, `transaction-ended`, `store-full`; the group stays as it was.
   */
  add({ snapshot, reads, writes }: TransactionWork): number {
    assertReadable(snapshot);
    for (const index of [this.#base.changed, this]) {
      const key = writes.findChanged(snapshot.revision, index) ?? reads.findChanged(snapshot.revision, index);
      if (key !== undefined) throw conflict(key);
    }
    this.#checkCapacity(writes.bytes);
    const revision = this.#base.revision + this.#commits.length + 1;
    const changes = writes.changes;
    for (const { key } of changes) this.#changed.set(recordId(key), { key, revision });
    this.#commits.push({ revision, changes });
    this.#growth += writes.bytes;
    this.#changeBytes += writes.changeBytes;
    return revision;
  }

  lastChange(id: string): number | undefined {
    return this.#changed.get(id)?.revision;
  }

  *changesSince(): Iterable<StateKey> {
    for (const { key } of this.#changed.values()) yield key;
  }

  #checkCapacity(bytes: number): void {
    const { bytes: before, maxBytes } = this.#base;
    const actual = before + this.#growth + bytes;
    if (bytes === 0 || actual <= maxBytes) return;
    throw new StateStoreError(
      'store-full',
      `The commit is refused: the store would take ${actual} bytes and its cap is ${maxBytes}. Delete records, or raise maxBytes up to what memory holds`,
      { limit: maxBytes, actual },
    );
  }
}

function conflict(key: StateKey): StateStoreError {
  return new StateStoreError(
    'transaction-conflict',
    `Another transaction committed ${key.namespace}/${key.key}, which this one read or writes. Run it again on a new snapshot, or use transact`,
    { key },
  );
}
