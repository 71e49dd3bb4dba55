// @ts-check
import { describe, expect, it } from 'vitest';
import { coverageExceptions } from './coverage-exceptions.mjs';
import { coverageVerdict } from './coverage-verdict.mjs';

/**
 * @param {string} path
 * @param {number} covered
 * @param {number} [total]
 */
function file(path, covered, total = 100) {
  return { path, lines: { total, covered } };
}

/** @param {string} files */
function exception(files) {
  return { files, reason: 'It runs elsewhere.' };
}

describe('the coverage of a part', () => {
  it.each([
    [95, 'is enough at its share'],
    [94, 'is too little below it'],
  ])('of %i %% %s', (covered) => {
    const { faults, passed } = coverageVerdict([file('a/x.ts', covered)], [], ['a']);
    expect(passed).toBe(covered === 95 ? 1 : 0);
    expect(faults).toHaveLength(covered === 95 ? 0 : 1);
  });

  it('is that of all its files together, each with the weight of its lines', () => {
    const files = [file('a/long.ts', 1000, 1000), file('a/short.ts', 0, 10), file('b/own.ts', 0, 0)];
    expect(coverageVerdict(files, [], ['a', 'b'])).toEqual({
      figures: ['99.0 % of the lines of a', '100.0 % of the lines of b'],
      faults: [],
      passed: 2,
    });
  });

  it('is never shown as reached by rounding', () => {
    const { faults, figures } = coverageVerdict([file('a/x.ts', 9499, 10_000)], [], ['a']);
    expect(figures).toEqual(['94.9 % of the lines of a']);
    expect(faults[0]).toMatch(/^Tests run 94\.9 % of the lines of a, less than 95 %/);
  });

  it('that is too little names the files with the most lines missed, and no more than five', () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const files = names.map((name, index) => file(`a/${name}.ts`, 90 - index));
    const { faults } = coverageVerdict([file('a/full.ts', 100), ...files], [], ['a']);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.split('\n').slice(1)).toEqual([
      '  15 of 100 lines of a/six.ts',
      '  14 of 100 lines of a/five.ts',
      '  13 of 100 lines of a/four.ts',
      '  12 of 100 lines of a/three.ts',
      '  11 of 100 lines of a/two.ts',
    ]);
  });

  it('that nothing measured is a fault, and so is a file of no part', () => {
    const { faults, passed } = coverageVerdict([file('b/x.ts', 100)], [], ['a']);
    expect(passed).toBe(0);
    expect(faults).toEqual([expect.stringContaining('Nothing of a'), expect.stringContaining('b/x.ts')]);
  });
});

describe('an exception', () => {
  const files = [file('a/logic.ts', 100), file('a/entry.ts', 0), file('a/ui/deep/view.tsx', 0)];

  it('leaves out what it matches, in folders of any depth, and nothing else', () => {
    const exceptions = [exception('a/entry.ts'), exception('a/**/*.tsx')];
    expect(coverageVerdict(files, exceptions, ['a'])).toMatchObject({ faults: [], passed: 1 });
    expect(coverageVerdict(files, [exception('a/*.ts'), exception('a/*.tsx')], ['a']).faults).toEqual([
      expect.stringContaining('of the lines of a, less than'),
      expect.stringContaining('a/*.tsx matches no file'),
    ]);
  });

  it('that matches no file fails, as a dot in it matches only a dot', () => {
    const { faults } = coverageVerdict([file('a/logicxts', 100)], [exception('a/logic.ts')], ['a']);
    expect(faults).toEqual(['The exception for a/logic.ts matches no file: take it out.']);
  });

  it('that is not needed fails', () => {
    const { faults } = coverageVerdict(files.slice(0, 1), [exception('a/logic.ts')], ['a']);
    expect(faults).toEqual([
      'The exception for a/logic.ts is not needed, its files are covered: take it out.',
    ]);
  });

  it.each(coverageExceptions)('for $files has its reason', ({ reason }) => {
    expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });
});
