import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import type { ChangeIndex } from '../transaction/change-index.js';
import { integerIn, type Row, textIn } from './postgres-rows.js';

/** What others committed since a revision, newest first. */
export class ChangedRecords implements ChangeIndex {
  readonly #changes: readonly { readonly key: StateKey; readonly revision: number }[];
  readonly #last = new Map<string, number>();

  constructor(rows: readonly Row[]) {
    this.#changes = rows.map((row) => ({
      key: { namespace: textIn(row, 'namespace'), key: textIn(row, 'key') },
      revision: integerIn(row, 'revision'),
    }));
    for (const { key, revision } of this.#changes) {
      const id = recordId(key);
      if (!this.#last.has(id)) this.#last.set(id, revision);
    }
  }

  lastChange(id: string): number | undefined {
    return this.#last.get(id);
  }

  *changesSince(since: number): Iterable<StateKey> {
    for (const { key, revision } of this.#changes) {
      if (revision <= since) return;
      yield key;
    }
  }
}
