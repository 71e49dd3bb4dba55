import type { Capability } from '../../protocol/generation.js';
import { orderRows, type RowOrders } from '../navigation/table-order.js';

/** How a catalog is looked at: words to find, one kind or all, and a column with a minus in front for descending. */
export interface CatalogView {
  readonly filter?: string | undefined;
  readonly kind?: string | undefined;
  readonly sort?: string | undefined;
}

/** A kind, and how many capabilities are of it. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

export function isCatalogFiltered({ filter, kind }: CatalogView): boolean {
  return (filter ?? '') !== '' || kind !== undefined;
}

/** The capabilities that have every word in name, kind or id, and are of the kind, in the order asked for. */
export function catalogRows(all: readonly Capability[], view: CatalogView): readonly Capability[] {
  const words = wordsOf(view.filter);
  const found = all.filter((item) => (view.kind ?? item.kind) === item.kind && hasWords(item, words));
  return orderRows(found, view.sort, ORDERS);
}

/** The kinds that there are, in alphabetical order. */
export function kindCounts(all: readonly { readonly kind: string }[]): readonly KindCount[] {
  const counts = new Map<string, number>();
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => compare(a, b)).map(([kind, count]) => ({ kind, count }));
}

/** Whether something is found by every word of a filter, by its name, its kind or its id. */
export function hasWords(
  item: { readonly publicName: string; readonly kind: string; readonly id: string },
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = `${item.publicName} ${item.kind} ${item.id}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function wordsOf(filter: string | undefined): readonly string[] {
  return (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

const ORDERS: RowOrders<Capability> = {
  name: (a, b) => compare(a.publicName, b.publicName),
  kind: (a, b) => compare(a.kind, b.kind) || compare(a.publicName, b.publicName),
  id: (a, b) => compare(a.id, b.id),
  needs: (a, b) => a.dependencies.length - b.dependencies.length,
};

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
