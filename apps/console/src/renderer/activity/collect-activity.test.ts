import { describe, expect, it } from 'vitest';
import { PAGE_LINES_MAX } from '../../protocol/limits.js';
import { RequestError } from '../connection/request-error.js';
import { anActivityPage } from '../test-state/activity-builders.js';
import { type CollectOptions, collectActivity } from './collect-activity.js';

const ANY = { text: '', actor: null, outcome: null } as const;

function collecting(total: number, maxLines?: number) {
  const asked: number[] = [];
  const told: string[] = [];
  const stop = new AbortController();
  const read: CollectOptions['read'] = async ({ before, limit }, signal) => {
    if (signal.aborted) throw RequestError.of('aborted', 'taken back');
    asked.push(limit);
    return anActivityPage(total, limit, before);
  };
  const options: CollectOptions = {
    read,
    signal: stop.signal,
    onProgress: (collected, of) => told.push(`${collected}/${of}`),
    ...(maxLines === undefined ? {} : { maxLines }),
  };
  return { asked, told, stop, lines: () => collectActivity(ANY, options) };
}

describe('collecting what is exported', () => {
  it('reads page after page to the end, and says how far it is', async () => {
    const { lines, told } = collecting(PAGE_LINES_MAX + 1);
    const collected = await lines();
    expect(collected.map((line) => line.sequence).at(-1)).toBe(1);
    expect(collected).toHaveLength(PAGE_LINES_MAX + 1);
    expect(told).toEqual([
      `${PAGE_LINES_MAX}/${PAGE_LINES_MAX + 1}`,
      `${PAGE_LINES_MAX + 1}/${PAGE_LINES_MAX + 1}`,
    ]);
  });

  it.each([
    [7, 7, [7]],
    [8, 7, [7]],
    [PAGE_LINES_MAX + 9, PAGE_LINES_MAX + 7, [PAGE_LINES_MAX, 7]],
  ])('of %d lines takes the newest %d', async (total, maxLines, limits) => {
    const { lines, asked } = collecting(total, maxLines);
    const collected = await lines();
    expect([collected.length, collected[0]?.sequence]).toEqual([maxLines, total]);
    expect(asked).toEqual(limits);
  });

  it('ends when it is told to', async () => {
    const { lines, stop } = collecting(9);
    stop.abort();
    await expect(lines()).rejects.toMatchObject({ code: 'aborted' });
  });

  it('does not go round in circles when a page that says there is more is empty', async () => {
    const empty = async () => ({ lines: [], hasMore: true, matched: 3, total: 3 });
    const lines = collectActivity(ANY, {
      read: empty,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(await lines).toEqual([]);
  });
});
