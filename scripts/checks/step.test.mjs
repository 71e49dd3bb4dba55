// @ts-check
import { describe, expect, it } from 'vitest';
import { countPlaywright } from './playwright-report.mjs';
import { closingLines, isGood } from './step.mjs';
import { countVitest } from './vitest-report.mjs';

/** @param {Partial<import('./step.mjs').StepResult>} counts */
function result(counts) {
  return { name: 'units', passed: 0, failed: 0, skipped: 0, elapsedMs: 1, output: '', ...counts };
}

/** @param {readonly string[]} statuses */
function vitestFile(statuses, status = /** @type {'passed' | 'failed'} */ ('passed')) {
  const assertionResults = statuses.map((each) => ({ title: each, status: each, failureMessages: [] }));
  return { testResults: [{ name: 'a.test.ts', status, assertionResults }] };
}

describe('a step', () => {
  it.each([
    [{ passed: 1 }, true],
    [{ passed: 9, failed: 1 }, false],
    [{ passed: 9, skipped: 1 }, false],
    [{}, false],
  ])('with %j is good: %s', (counts, good) => {
    expect(isGood(result(counts))).toBe(good);
  });

  it.each(['skipped', 'todo', 'pending', 'disabled'])(
    'counts a test of vitest that is %s as skipped',
    (status) => {
      expect(countVitest(vitestFile(['passed', status]))).toEqual({ passed: 1, failed: 0, skipped: 1 });
    },
  );

  it('counts a file of vitest that could not be loaded as one failure', () => {
    expect(countVitest(vitestFile([], 'failed'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countVitest(vitestFile(['passed', 'failed'], 'failed'))).toMatchObject({ failed: 1 });
  });

  it('counts a flaky scenario and an error outside all of them as failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    const report = JSON.stringify({ stats, errors: [{ message: 'no setup' }] });
    expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, skipped: 2 });
  });
});

describe('the closing lines', () => {
  it('are one when all is good', () => {
    expect(closingLines([result({ passed: 2 }), result({ passed: 3 })])).toBe('5 passed, 0 failed');
  });

  it('name what is not good, and count what was skipped, or did not run, as failures', () => {
    const results = [
      result({ passed: 2 }),
      result({ name: 'skipping', passed: 1, skipped: 4 }),
      result({ name: 'idle' }),
      result({ name: 'failing', failed: 2 }),
    ];
    expect(closingLines(results).split('\n')).toEqual([
      'not ok skipping',
      'not ok idle',
      'not ok failing',
      '4 skipped, which is a failure',
      '3 passed, 4 failed',
    ]);
  });
});
