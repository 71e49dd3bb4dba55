import { expect, it } from 'vitest';
import { aCatalog, aCatalogEntry } from '../test-state/catalog-builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { rawDiff } from './raw-diff.js';
import { splitRows } from './split-rows.js';

const of = (publicName: string, dependencies: readonly string[] = [], surface = 0) =>
  aCatalog({
    capabilities: [aCatalogEntry({ publicName, dependencies, surfaceDigest: digestOf(surface) })],
  });
const split = (from: ReturnType<typeof of>, to: ReturnType<typeof of>) =>
  splitRows(rawDiff(from, to, { isWhole: false }));

it('stands a changed line beside what it was', () => {
  const changed = split(of('a', [], 0), of('a', [], 1)).filter(({ kind }) => kind !== 'same');
  expect(changed).toEqual([
    {
      kind: 'changed',
      left: { number: 5, text: `  "surfaceDigest": "${digestOf(0)}",` },
      right: { number: 5, text: `  "surfaceDigest": "${digestOf(1)}",` },
    },
  ]);
});

it('leaves alone what has nothing beside it', () => {
  const kinds = (from: readonly string[], to: readonly string[]): readonly string[] =>
    split(of('a', from), of('a', to)).flatMap(({ kind }) => (kind === 'same' ? [] : [kind]));
  expect(kinds(['x', 'y'], ['x'])).toEqual(['removed']);
  expect(kinds(['x'], ['x', 'y'])).toEqual(['added']);
  expect(kinds(['x', 'y'], ['z'])).toEqual(['changed', 'removed']);
});

it('stands no capability that is new beside another one that is gone', () => {
  const rows = split(of('a'), of('b'));
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['removed', 'added']));
});
