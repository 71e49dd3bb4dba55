import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCatalog, aCatalogEntry } from '../test-state/catalog-builders.js';
import { catalogRows, isCatalogFiltered, kindCounts } from './catalog-rows.js';

const { capabilities } = aCatalog();
const names = (view: Partial<Parameters<typeof catalogRows>[1]>): readonly string[] =>
  catalogRows(capabilities, { filter: undefined, kind: undefined, sort: undefined, ...view }).map(
    (item) => item.publicName,
  );

describe('rows of a catalog', () => {
  it('are those that have every word in name, kind or id, whatever its case', () => {
    expect(names({ filter: 'TOOL get' })).toEqual(['get-sum', 'get-env']);
    expect(names({ filter: 'mcp:everything' })).toEqual(['everything']);
    expect(names({ filter: '  ' })).toHaveLength(capabilities.length);
  });

  it('are of one kind when one is asked for', () => {
    expect(names({ kind: 'mcp' })).toEqual(['everything']);
    expect(names({ kind: 'skill' })).toEqual([]);
  });

  it('are sorted by a column in both directions, and left as they are by one that there is not', () => {
    expect(names({ sort: 'name' })).toEqual(['echo', 'everything', 'get-env', 'get-sum']);
    expect(names({ sort: '-name' })).toEqual(['get-sum', 'get-env', 'everything', 'echo']);
    expect(names({ sort: 'needs' })[0]).toBe('everything');
    expect(names({ sort: 'admitted' })).toEqual(names({}));
  });

  it('count as filtered by a word or a kind, not by their order', () => {
    const view = { filter: undefined, kind: undefined, sort: '-name' };
    expect(isCatalogFiltered(view)).toBe(false);
    expect(isCatalogFiltered({ ...view, kind: 'tool' })).toBe(true);
    expect(isCatalogFiltered({ ...view, filter: 'x' })).toBe(true);
  });

  it('are counted by kind so that the counts add up', () => {
    const kinds = fc.array(fc.constantFrom('tool', 'skill', 'mcp'), { maxLength: 30 });
    fc.assert(
      fc.property(kinds, (all) => {
        const counts = kindCounts(all.map((kind) => aCatalogEntry({ kind })));
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        expect(counts.map(({ kind }) => kind)).toEqual([...new Set(all)].sort());
      }),
    );
  });
});
