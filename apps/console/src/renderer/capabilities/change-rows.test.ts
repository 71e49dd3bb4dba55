import { describe, expect, it } from 'vitest';
import type { CapabilityChange } from '../../protocol/catalog-diff.js';
import { aCatalogEntry } from '../test-state/catalog-builders.js';
import { changeCounts, changeRows } from './change-rows.js';

const change = (kind: CapabilityChange['change'], publicName: string): CapabilityChange => {
  const entry = aCatalogEntry({ publicName });
  return { change: kind, id: entry.id, kind: entry.kind, publicName, from: null, to: entry };
};
const changes = [change('added', 'b'), change('added', 'a'), change('replaced', 'c'), change('removed', 'd')];
const names = (filter?: string, kind?: string): string =>
  changeRows(changes, { filter, kind })
    .map((item) => item.publicName)
    .join('');

describe('changes of a catalog', () => {
  it('begin with what is gone, and are in the order of ids among their like', () => {
    expect(names()).toBe('dcab');
  });

  it('are filtered by words and by kind', () => {
    expect([names(':c'), names('tool :a'), names(undefined, 'skill')]).toEqual(['c', 'a', '']);
  });

  it('are counted by what they mean, without what did not happen', () => {
    expect(changeCounts(changes)).toEqual([
      { change: 'removed', count: 1 },
      { change: 'replaced', count: 1 },
      { change: 'added', count: 2 },
    ]);
  });
});
