import { describe, expect, it } from 'vitest';
import { type FailedCleanup, withFailedCleanups } from '../connection/failed-cleanups.js';
import { FAILED_CLEANUPS_MAX } from '../connection/limits.js';
import { aSession } from '../test-state/builders.js';
import { readCleanups, writeCleanups } from './stored-cleanups.js';
import { withSeen, withTold } from './unseen-cleanups.js';

const failed = (at: number, session = 'demo'): FailedCleanup => ({
  session,
  report: {
    rollbackBatches: 0,
    retiredBatches: 1,
    effectsClosed: 1,
    effectsFailed: 1,
    effectsTimedOut: 0,
    at,
    failures: [
      { name: 'mcp-server notebook', outcome: 'failed', code: 'group-not-ended', message: 'It stayed.' },
    ],
  },
});
const nothing = { unseen: [], seen: [] };

describe('failed cleanups', () => {
  it('are not lost with the next one of the session, nor counted twice', () => {
    const tell = (known: readonly FailedCleanup[], at: number) =>
      withFailedCleanups(known, [aSession({ lastCleanup: failed(at).report })]);
    const both = tell(tell([], 1), 2);
    expect(both.map(({ report }) => report.at)).toEqual([1, 2]);
    expect(tell(both, 2)).toBe(both);
  });

  it('are told of only where something was left behind', () => {
    const clean = { ...failed(1).report, failures: [] };
    expect(withFailedCleanups([], [aSession({ lastCleanup: clean }), aSession()])).toEqual([]);
  });

  it('need a person until they are seen, and not again when they are told of anew', () => {
    const told = withTold(nothing, [failed(1), failed(2)]);
    const seen = withSeen(told, failed(1));
    expect(seen.unseen.map(({ report }) => report.at)).toEqual([2]);
    expect(withTold(seen, [failed(1), failed(2)])).toBe(seen);
  });

  it('outlive a reload of the page', () => {
    const told = withSeen(withTold(nothing, [failed(1), failed(2)]), failed(1));
    writeCleanups(told);
    expect(readCleanups()).toEqual(told);
    localStorage.setItem('changeover.cleanups', '{"unseen":7}');
    expect(readCleanups()).toEqual(nothing);
  });

  it('are kept up to a bound, the newest', () => {
    const many = Array.from({ length: FAILED_CLEANUPS_MAX }, (_, index) => failed(index));
    expect(withTold(nothing, many).unseen).toHaveLength(FAILED_CLEANUPS_MAX);
    const { unseen } = withTold(nothing, [...many, failed(999)]);
    expect(unseen).toHaveLength(FAILED_CLEANUPS_MAX);
    expect(unseen.at(-1)?.report.at).toBe(999);
  });
});
