import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Activity } from '../../protocol/activity.js';
import { ACTIVITY_SEARCH_SLICE_MS, AUDIT_LINES_MAX } from '../limits.js';
import { ActivityIndex } from './activity-index.js';

const ANY = { text: '', actor: null, outcome: null };
const { signal } = new AbortController();

function line(sequence: number, more: Partial<Activity> = {}): Activity {
  return {
    sequence,
    at: sequence,
    actor: 'operator',
    command: 'batch.apply',
    target: 'demo',
    outcome: 'done',
    durationMs: null,
    reason: null,
    detail: null,
    ...more,
  };
}

function lines(count: number): readonly Activity[] {
  return Array.from({ length: count }, (_, index) =>
    line(index + 1, index % 10 === 0 ? { outcome: 'refused', detail: `[stale-plan] No ${index}` } : {}),
  );
}

describe('the audit log in memory', () => {
  it('gives the newest lines first, and then older ones, until there are no more', async () => {
    const index = new ActivityIndex(lines(5));
    const first = await index.read({ filter: ANY, before: null, limit: 3 }, { signal });
    expect(first.lines.map(({ sequence }) => sequence)).toEqual([5, 4, 3]);
    expect(first).toMatchObject({ hasMore: true, matched: 5, total: 5 });
    const rest = await index.read({ filter: ANY, before: 3, limit: 3 }, { signal });
    expect(rest.lines.map(({ sequence }) => sequence)).toEqual([2, 1]);
    expect(rest).toMatchObject({ hasMore: false, matched: 5, total: 5 });
  });

  it.each([
    [{ ...ANY, text: 'DEMO apply' }, [1, 2, 3, 4]],
    [{ ...ANY, text: 'ink  stale' }, [3]],
    [{ ...ANY, text: 'elsewhere' }, []],
    [{ ...ANY, actor: 'host' as const }, [4]],
    [{ ...ANY, outcome: 'refused' as const, text: 'demo' }, [3]],
  ])('finds by %j', async (filter, sequences) => {
    const index = new ActivityIndex([
      line(1),
      line(2, { reason: 'Ink' }),
      line(3, { outcome: 'refused', reason: 'Ink', detail: '[stale-plan] Too late' }),
      line(4, { actor: 'host' }),
    ]);
    const page = await index.read({ filter, before: null, limit: 10 }, { signal });
    expect(page.lines.map(({ sequence }) => sequence).reverse()).toEqual(sequences);
    expect(page).toMatchObject({ matched: sequences.length, total: 4 });
  });

  it('keeps as many lines as the log does, the newest', async () => {
    const index = new ActivityIndex(lines(AUDIT_LINES_MAX));
    for (let more = 1; more <= AUDIT_LINES_MAX / 5; more += 1) index.add(line(AUDIT_LINES_MAX + more));
    const page = await index.read({ filter: ANY, before: null, limit: 1 }, { signal });
    expect(page).toMatchObject({ lines: [{ sequence: AUDIT_LINES_MAX * 1.2 }], total: AUDIT_LINES_MAX });
    const oldest = await index.read({ filter: ANY, before: AUDIT_LINES_MAX / 5 + 2, limit: 2 }, { signal });
    expect(oldest.lines.map(({ sequence }) => sequence)).toEqual([AUDIT_LINES_MAX / 5 + 1]);
  });

  it.each([
    ['lets nobody wait while its slice lasts', 0, false],
    ['lets others go first when its slice is over', ACTIVITY_SEARCH_SLICE_MS, true],
  ])('%s', async (_what, msPerLook, isSliced) => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += msPerLook;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const index = new ActivityIndex(lines(1_000));
    let hasGoneFirst = false;
    const other = new Promise<void>((resolve) => {
      setImmediate(() => {
        hasGoneFirst = true;
        resolve();
      });
    });
    await index.read({ filter: ANY, before: null, limit: 1 }, { signal });
    expect(hasGoneFirst).toBe(isSliced);
    await other;
  });

  it('lets others go first while it searches, and stops when it is told to', async () => {
    const long = 'x'.repeat(2_000);
    const index = new ActivityIndex(lines(AUDIT_LINES_MAX).map((each) => ({ ...each, detail: long })));
    const stop = new AbortController();
    const filter = { ...ANY, text: 'nothing of the sort' };
    const query = { filter, before: null, limit: 500 };
    const searches = [query, query].map((each) => index.read(each, { signal: stop.signal }));
    setImmediate(() => stop.abort(new Error('taken back')));
    const ends = await Promise.allSettled(searches);
    expect(ends).toEqual(ends.map(() => ({ status: 'rejected', reason: new Error('taken back') })));
  });
});
