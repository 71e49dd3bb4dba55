import type { Capability } from '../../protocol/generation.js';

/** Capabilities that have every word of the filter in their name, kind or id. */
export function filterCatalog(all: readonly Capability[], filter: string | undefined): readonly Capability[] {
  const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter((item) => {
    const text = `${item.publicName} ${item.kind} ${item.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
