import { settleOrAbort } from '../contract/settle-or-abort.js';
import type { StateChange } from '../contract/state-change.js';
import { parseValue } from '../transaction/read-records.js';
import type { ScanRange } from '../transaction/record-table.js';
import { watchOverflow } from '../transaction/watch-request.js';
import type { SharedChanges, SharedEngine } from './shared-engine.js';

export interface SharedWatchParts {
  readonly engine: SharedEngine;
  readonly range: ScanRange;
  /** The revision to go on from, once it is known. */
  readonly start: Promise<number>;
  readonly signal: AbortSignal | undefined;
  /** Aborted with the reason when the store is closed. */
  readonly closed: AbortSignal;
}

/** One who watches a shared engine: no more than a place in what the engine keeps, and a page read ahead. */
export class SharedWatch {
  readonly #parts: SharedWatchParts;
  #position: number | undefined;
  #page: readonly StateChange[] = [];
  /** How many changes of the page are delivered. */
  #delivered = 0;

  constructor(parts: SharedWatchParts) {
    this.#parts = parts;
  }

  /** @throws StateStoreError `watch-overflow`, `closed`, `io`, `unavailable`; the signal's reason. */
  async next(ended: AbortSignal): Promise<StateChange> {
    const { signal, closed } = this.#parts;
    for (;;) {
      for (const each of [signal, ended, closed]) each?.throwIfAborted();
      const change = this.#page[this.#delivered];
      if (change === undefined) {
        // What the engine is asked for may take its time; whoever leaves does not wait for it.
        await settleOrAbort(this.#turnPage(ended), signal, ended, closed);
        continue;
      }
      this.#delivered += 1;
      return change;
    }
  }

  async #turnPage(ended: AbortSignal): Promise<void> {
    const { engine, range, start, signal, closed } = this.#parts;
    const after = this.#position ?? (await start);
    const changes = await engine.changes({ range, after, signal });
    // The engine went back behind what was delivered: a copy was restored, or another server took over too early.
    if (changes.through < after) throw watchOverflow(after, changes.through);
    this.#page = changesOf(changes);
    this.#delivered = 0;
    this.#position = changes.through;
    if (changes.through === after) await engine.waitForCommits(after, signal, ended, closed);
  }
}

function changesOf({ commits }: SharedChanges): readonly StateChange[] {
  return commits.flatMap(({ revision, changes }) =>
    changes.map(({ key, text }) => ({
      key,
      value: text === undefined ? undefined : parseValue(key, text),
      revision,
    })),
  );
}
