import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCatalog, aCatalogEntry } from '../test-state/catalog-builders.js';
import { digestOf } from '../test-state/moments-and-digests.js';
import { alignLines } from './align-lines.js';
import { ALIGNED_LINES_MAX } from './limits.js';
import { rawDiff } from './raw-diff.js';

const catalogOf = (names: readonly string[], surface = 0) =>
  aCatalog({
    capabilities: names.map((publicName) => aCatalogEntry({ publicName, surfaceDigest: digestOf(surface) })),
  });

describe('two catalogs as JSON', () => {
  it('show the capabilities that differ, and say how many that do not were left out, and where', () => {
    const rows = rawDiff(catalogOf(['a', 'b', 'd', 'e']), catalogOf(['a', 'b', 'c', 'e']), {
      isWhole: false,
    });
    expect(rows.filter(({ kind }) => kind === 'left-out')).toEqual([
      { kind: 'left-out', capabilities: 2 },
      { kind: 'left-out', capabilities: 1 },
    ]);
    const texts = (kind: 'added' | 'removed'): string =>
      rows.map((row) => (row.kind === kind ? ('left' in row ? row.left : row.right).text : '')).join('');
    expect(texts('added')).toContain('"everything:tool:c"');
    expect(texts('removed')).toContain('"everything:tool:d"');
  });

  it('stand line beside line where only one line of a capability changed', () => {
    const rows = rawDiff(catalogOf(['a'], 0), catalogOf(['a'], 1), { isWhole: false });
    expect(rows.filter(({ kind }) => kind !== 'same').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  it('differ in what is needed, not in the comma behind what was the last of a list', () => {
    const needing = (...dependencies: string[]) =>
      aCatalog({ capabilities: [aCatalogEntry({ dependencies })] });
    const rows = rawDiff(needing('a'), needing('a', 'b'), { isWhole: false });
    expect(rows.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'added', right: { number: 8, text: '    "b"' } },
    ]);
  });

  it('number the lines of each as they stand in the whole, whether that is shown or not', () => {
    const [from, to] = [catalogOf(['a', 'b', 'c']), catalogOf(['a', 'c'])];
    const whole = rawDiff(from, to, { isWhole: true });
    const numbers = whole.flatMap((row) => ('left' in row ? [row.left.number] : []));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const first = rawDiff(from, to, { isWhole: false }).find(({ kind }) => kind === 'removed');
    expect(whole).toContainEqual(first);
  });

  it('are all left out when they hold the same', () => {
    const same = catalogOf(['a', 'b']);
    expect(rawDiff(same, same, { isWhole: false })).toEqual([{ kind: 'left-out', capabilities: 2 }]);
    expect(rawDiff(catalogOf([]), catalogOf([]), { isWhole: false })).toEqual([]);
  });
});

describe('alignment of lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

  it('loses and moves no line of either side, and pairs only lines that are the same', () => {
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const pairs = alignLines(left, right);
        expect(pairs.flatMap(([line]) => (line === null ? [] : [line]))).toEqual(left);
        expect(pairs.flatMap(([, line]) => (line === null ? [] : [line]))).toEqual(right);
        expect(pairs.every(([a, b]) => a === null || b === null || a === b)).toBe(true);
      }),
    );
  });

  it('pairs as many lines as can be paired', () => {
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const paired = alignLines(left, right).filter(([a, b]) => a !== null && b !== null).length;
        expect(paired).toBe(longestCommon(left, right));
      }),
    );
  });

  it('gives up finding pairs in the middle of texts beyond the bound, and keeps their lines', () => {
    const numbered = (count: number, from: number): string[] =>
      Array.from({ length: count }, (_, index) => String(from + index));
    const paired = (count: number): number =>
      alignLines(['x', ...numbered(count, 0), 'y'], ['v', ...numbered(count, 0), 'w']).filter(
        ([a, b]) => a !== null && b !== null,
      ).length;
    expect(paired(ALIGNED_LINES_MAX - 2)).toBe(ALIGNED_LINES_MAX - 2);
    expect(paired(ALIGNED_LINES_MAX - 1)).toBe(0);
  });
});

/** By trying every choice, so for short texts only. */
function longestCommon([a, ...left]: readonly string[], right: readonly string[]): number {
  if (a === undefined || right.length === 0) return 0;
  const found = right.indexOf(a);
  const without = longestCommon(left, right);
  return found === -1 ? without : Math.max(without, 1 + longestCommon(left, right.slice(found + 1)));
}
