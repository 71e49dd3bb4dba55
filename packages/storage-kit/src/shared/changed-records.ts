import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import type { ChangeIndex } from '../transaction/change-index.js';

/** Records that were changed, each with the last commit that did. */
export class ChangedRecords implements ChangeIndex {
  readonly #changed = new Map<string, { readonly key: StateKey; readonly revision: number }>();

  add(key: StateKey, revision: number): void {
    const id = recordId(key);
    if ((this.lastChange(id) ?? 0) < revision) this.#changed.set(id, { key, revision });
  }

  lastChange(id: string): number | undefined {
    return this.#changed.get(id)?.revision;
  }

  *changesSince(revision: number): Iterable<StateKey> {
    for (const { key, revision: last } of this.#changed.values()) if (last > revision) yield key;
  }
}
