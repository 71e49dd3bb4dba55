import type { StateChange, StateWatchRequest } from '../contract/state-change.js';
import type { StateStoreError } from '../errors/state-store-error.js';
import { maxRetainedBytes, maxRetainedChanges, maxUnwatchedBytes } from '../limits.js';
import type { StateKey } from '../model/state-key.js';
import { ChangeIterator } from './change-iterator.js';
import type { CommitGroup } from './commit-group.js';
import { isWithinScan } from './key-range.js';
import { parseValue } from './read-records.js';
import type { ScanRange } from './record-table.js';
import { SlidingList } from './sliding-list.js';
import { WakeUp } from './wake-up.js';
import { checkWatchRequest, futureRevision, watchOverflow } from './watch-request.js';

interface KeptChange {
  readonly key: StateKey;
  readonly text: string | undefined;
  readonly revision: number;
}

/** Where a watch stands. */
interface Cursor {
  readonly range: ScanRange;
  /** Delivered up to here. */
  revision: number;
  /** The number of the change to look at next. */
  next: number;
}

/**
 * The latest changes of a store in this process, kept for those who watch it. Watches are no more than places in it: a
 * slow one costs nothing, and learns that it is too late when its place is gone.
 */
export class ChangeFeed {
  readonly #changes = new SlidingList<KeptChange>();
  #bytes = 0;
  #since: number;
  #revision: number;
  #closed: StateStoreError | undefined;
  /** Whether anybody has ever watched. */
  #isWatched = false;
  readonly #grown = new WakeUp();

  /** @param revision - that of the store now */
  constructor(revision: number) {
    this.#since = revision;
    this.#revision = revision;
  }

  /** Everything committed after this revision is kept. */
  get since(): number {
    return this.#since;
  }

  /** Room is made before the group comes, so that it never costs a watch its place that has delivered all before. */
  push(group: CommitGroup): void {
    this.#makeRoom();
    for (const { revision, changes } of group) {
      for (const { key, text } of changes) {
        this.#changes.push({ key, text, revision });
        this.#bytes += sizeOf(key, text);
      }
      this.#revision = revision;
    }
    if (!this.#isWatched) this.#makeRoom();
    this.#grown.wake();
  }

  /** @throws StateStoreError `invalid-key`, `invalid-request`. */
  watch(request: StateWatchRequest): ChangeIterator {
    checkWatchRequest(request);
    this.#isWatched = true;
    const { namespace, prefix = '', since = this.#revision, signal } = request;
    if (since > this.#revision) throw futureRevision(since, this.#revision);
    const cursor: Cursor = {
      range: { namespace, prefix, after: '' },
      revision: since,
      next: this.#changes.findFirst((change) => change.revision > since),
    };
    return new ChangeIterator((ended) => this.#next(cursor, ended, signal));
  }

  /** Ends all watches with `reason`. */
  close(reason: StateStoreError): void {
    this.#closed = reason;
    this.#grown.wake();
  }

  async #next(cursor: Cursor, ended: AbortSignal, signal: AbortSignal | undefined): Promise<StateChange> {
    for (;;) {
      signal?.throwIfAborted();
      ended.throwIfAborted();
      if (this.#closed !== undefined) throw this.#closed;
      const change = this.#take(cursor);
      if (change !== undefined) return change;
      await this.#grown.sleep(signal, ended);
    }
  }

  #take(cursor: Cursor): StateChange | undefined {
    if (cursor.next < this.#changes.first || cursor.revision < this.#since) {
      throw watchOverflow(cursor.revision, this.#since);
    }
    for (;;) {
      const change = this.#changes.at(cursor.next);
      if (change === undefined) break;
      cursor.next += 1;
      if (!isWithinScan(cursor.range, change.key)) continue;
      const { key, text, revision } = change;
      cursor.revision = revision;
      return { key, value: text === undefined ? undefined : parseValue(key, text), revision };
    }
    cursor.revision = this.#revision;
    return undefined;
  }

  #makeRoom(): void {
    const { end } = this.#changes;
    const maxBytes = this.#isWatched ? maxRetainedBytes : maxUnwatchedBytes;
    while (end - this.#changes.first > maxRetainedChanges || this.#bytes > maxBytes) {
      const oldest = this.#changes.at(this.#changes.first);
      if (oldest === undefined) return;
      this.#changes.forgetFirst();
      this.#since = oldest.revision;
      this.#bytes -= sizeOf(oldest.key, oldest.text);
    }
  }
}

/** An estimate: two bytes per character and the objects around them. */
function sizeOf({ key }: StateKey, text: string | undefined): number {
  return 100 + 2 * (key.length + (text?.length ?? 0));
}
