import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityPage } from '../../protocol/activity.js';
import type { MethodParams } from '../../protocol/methods.js';
import { RequestError } from '../connection/request-error.js';
import { anActivityPage } from '../test-state/activity-builders.js';
import { ActivityReader } from './activity-reader.js';
import { ACTIVITY_LOOK_MIN_MS, ACTIVITY_PAGE_LINES } from './limits.js';

const ANY = { text: '', actor: null, outcome: null } as const;

/** A host whose answers the test gives, one by one. */
class Log {
  readonly asked: { params: MethodParams<'activity.read'>; answer: (page: ActivityPage | Error) => void }[] =
    [];
  readonly read = (params: MethodParams<'activity.read'>, signal: AbortSignal): Promise<ActivityPage> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(RequestError.of('aborted', 'taken back')));
      this.asked.push({
        params,
        answer: (page) => (page instanceof Error ? reject(page) : resolve(page)),
      });
    });

  /** Answers the newest question, and lets the reader take it. */
  async answer(page: ActivityPage | Error): Promise<void> {
    this.asked.at(-1)?.answer(page);
    await vi.advanceTimersByTimeAsync(0);
  }
}

let log: Log;
let reader: ActivityReader;
const view = () => reader.store.getState();
const shown = (): readonly number[] => (view().feed?.lines ?? []).map((line) => line.sequence);

beforeEach(() => {
  vi.useFakeTimers();
  log = new Log();
  reader = new ActivityReader({ read: log.read, now: Date.now, filter: ANY });
  reader.look();
});

afterEach(() => {
  reader[Symbol.dispose]();
  vi.useRealTimers();
});

describe('reading the audit log', () => {
  it('begins with the newest lines, and goes on to older ones when asked, one page at a time', async () => {
    expect(log.asked[0]?.params).toEqual({ filter: ANY, before: null, limit: ACTIVITY_PAGE_LINES });
    expect(view().reading?.part).toBe('newest');
    await log.answer(anActivityPage(9, 4));
    expect([shown(), view().reading]).toEqual([[9, 8, 7, 6], null]);
    reader.older();
    reader.older();
    expect(log.asked).toHaveLength(2);
    expect(log.asked[1]?.params.before).toBe(6);
    await log.answer(anActivityPage(9, 9, 6));
    expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    reader.older();
    expect(log.asked).toHaveLength(2);
  });

  it('looks for new lines at most once a second, and not while it looks', async () => {
    await log.answer(anActivityPage(3, 4));
    reader.look();
    expect(log.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(ACTIVITY_LOOK_MIN_MS);
    expect(log.asked).toHaveLength(2);
    reader.look();
    reader.look();
    await log.answer(anActivityPage(5, 4));
    expect(shown()).toEqual([5, 4, 3, 2, 1]);
    expect(log.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(ACTIVITY_LOOK_MIN_MS);
    expect(log.asked).toHaveLength(3);
  });

  it('lets new lines wait while it does not follow', async () => {
    await log.answer(anActivityPage(3, 4));
    reader.follow(false);
    reader.look();
    await vi.advanceTimersByTimeAsync(ACTIVITY_LOOK_MIN_MS);
    await log.answer(anActivityPage(4, 4));
    expect([shown(), view().feed?.waiting.length]).toEqual([[3, 2, 1], 1]);
    reader.follow(true);
    expect(shown()).toEqual([4, 3, 2, 1]);
  });

  it('shows what it knew until another filter is answered, and takes no late answer to the first', async () => {
    await log.answer(anActivityPage(3, 4));
    reader.filterBy({ ...ANY, text: 'run' });
    const late = log.asked.at(-1);
    reader.filterBy({ ...ANY, text: 'runs' });
    late?.answer(anActivityPage(1, 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([3, 2, 1]);
    await log.answer({ ...anActivityPage(2, 1), total: 3 });
    expect([shown(), view().feed?.matched, view().feed?.total]).toEqual([[2], 2, 3]);
  });

  it('keeps what it has when an answer fails, says why, and reads on afterwards', async () => {
    await log.answer(anActivityPage(9, 4));
    reader.older();
    await log.answer(RequestError.of('timed-out', 'It took too long.'));
    expect([shown().length, view().error?.code, view().reading]).toEqual([4, 'timed-out', null]);
    reader.older();
    await log.answer(anActivityPage(9, 4, 6));
    expect([shown().length, view().error]).toEqual([8, null]);
  });

  it('begins again, when told to look, after the first answer failed', async () => {
    await log.answer(RequestError.of('disconnected', 'The host went away.'));
    expect(view().error?.code).toBe('disconnected');
    reader.look();
    await log.answer(anActivityPage(2, 4));
    expect([shown(), view().error]).toEqual([[2, 1], null]);
  });

  it('looks once more for what was told while it read, since its answer may be older', async () => {
    reader.look();
    expect(log.asked).toHaveLength(1);
    await log.answer(anActivityPage(3, 4));
    await vi.advanceTimersByTimeAsync(ACTIVITY_LOOK_MIN_MS);
    expect(log.asked).toHaveLength(2);
    await log.answer(anActivityPage(4, 4));
    expect(shown()).toEqual([4, 3, 2, 1]);
  });

  it('adds nothing that fits a filter to what fits another, when reading for it was given up', async () => {
    await log.answer(anActivityPage(9, 4));
    reader.filterBy({ ...ANY, text: 'run' });
    reader.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect([shown(), view().reading]).toEqual([[9, 8, 7, 6], null]);
    reader.older();
    expect(log.asked).toHaveLength(2);
    reader.look();
    await vi.advanceTimersByTimeAsync(ACTIVITY_LOOK_MIN_MS);
    expect(log.asked).toHaveLength(3);
    await log.answer(anActivityPage(12, 1));
    expect(shown()).toEqual([12]);
  });

  it('is quiet about a read that was given up', async () => {
    reader.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(view()).toEqual({ feed: null, reading: null, error: null });
  });
});
