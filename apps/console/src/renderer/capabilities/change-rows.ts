import type { CapabilityChange } from '../../protocol/catalog-diff.js';
import { hasWords, wordsOf } from './catalog-rows.js';

/** In which order kinds of change are counted and listed: first what a run may miss, last what only needs others. */
export const CHANGE_ORDER = ['removed', 'replaced', 'requirement-changed', 'added'] as const;

/** The changes that have every word in name, kind or id and are of the kind, ordered by what they mean. */
export function changeRows(
  changes: readonly CapabilityChange[],
  view: { readonly filter: string | undefined; readonly kind: string | undefined },
): readonly CapabilityChange[] {
  const words = wordsOf(view.filter);
  return changes
    .filter((item) => (view.kind ?? item.kind) === item.kind && hasWords(item, words))
    .sort(
      (a, b) =>
        CHANGE_ORDER.indexOf(a.change) - CHANGE_ORDER.indexOf(b.change) ||
        (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
}

/** How many changes there are of each kind, without those of which there is none. */
export function changeCounts(
  changes: readonly CapabilityChange[],
): readonly { readonly change: CapabilityChange['change']; readonly count: number }[] {
  return CHANGE_ORDER.map((change) => ({
    change,
    count: changes.filter((item) => item.change === change).length,
  })).filter(({ count }) => count > 0);
}
