import { expect, it } from 'vitest';
import { aGeneration } from '../test-state/builders.js';
import { filterCatalog } from './filter-catalog.js';

it('keeps the capabilities that have every word in their name, kind or id', () => {
  const { capabilities } = aGeneration();
  const names = (filter: string | undefined): readonly string[] =>
    filterCatalog(capabilities, filter).map((item) => item.publicName);
  expect(names(undefined)).toHaveLength(capabilities.length);
  expect(names('TOOL get')).toEqual(['get-sum', 'get-env']);
  expect(names('mcp')).toEqual(['everything']);
  expect(names('nothing-like-it')).toEqual([]);
});
