import { expect, test } from 'vitest';
import type { StateChange } from '../contract/state-change.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { maxRetainedBytes, maxRetainedChanges, maxUnwatchedBytes } from '../limits.js';
import { ChangeFeed } from './change-feed.js';
import type { CommitGroup } from './commit-group.js';

const key = (text: string) => ({ namespace: 'test', key: text });

/** A group of one commit with so many changes. */
function commit(revision: number, changes: number, text = '1'): CommitGroup {
  return [
    { revision, changes: Array.from({ length: changes }, (_, index) => ({ key: key(`${index}`), text })) },
  ];
}

async function revisionsOf(changes: AsyncIterator<StateChange>, count: number): Promise<readonly number[]> {
  const revisions: number[] = [];
  while (revisions.length < count) {
    const { value } = await changes.next();
    revisions.push(value.revision);
  }
  return revisions;
}

test('a watch that is as many changes behind as are kept gets all of them, and one behind that overflows', async () => {
  const feed = new ChangeFeed(0);
  const late = feed.watch({ namespace: 'test', since: 0 });
  feed.push(commit(1, 1));
  const inTime = feed.watch({ namespace: 'test', since: 1 });
  feed.push(commit(2, maxRetainedChanges - 1));
  feed.push(commit(3, 1));
  // Room for these three is made when the next ones come.
  feed.push(commit(4, 1));
  await expect(late.next()).rejects.toMatchObject({ code: 'watch-overflow', limit: 1, actual: 0 });
  expect(feed.since).toBe(1);
  expect((await revisionsOf(inTime, maxRetainedChanges + 1)).at(-1)).toBe(4);
});

test('as long as nobody has watched, little is kept', () => {
  const feed = new ChangeFeed(0);
  const text = JSON.stringify('x'.repeat(maxUnwatchedBytes / 4));
  feed.push(commit(1, 1, text));
  expect(feed.since).toBe(0);
  feed.push(commit(2, 1, text));
  expect(feed.since).toBe(1);
  feed.push(commit(3, 1, JSON.stringify('x'.repeat(maxUnwatchedBytes))));
  expect(feed.since).toBe(3);
});

test('a watch is cut off by bytes too', async () => {
  const half = 'x'.repeat(maxRetainedBytes / 4);
  const feed = new ChangeFeed(0);
  const watch = feed.watch({ namespace: 'test' });
  feed.push(commit(1, 1, JSON.stringify(half)));
  feed.push(commit(2, 1, JSON.stringify(half)));
  expect(feed.since).toBe(0);
  feed.push(commit(3, 1));
  expect(feed.since).toBe(1);
  await expect(watch.next()).rejects.toMatchObject({ code: 'watch-overflow' });
});

test('a single group beyond all bounds reaches a watch that had delivered everything before', async () => {
  const feed = new ChangeFeed(0);
  const watch = feed.watch({ namespace: 'test' });
  feed.push(commit(1, 3 * maxRetainedChanges));
  expect(await revisionsOf(watch, 3 * maxRetainedChanges)).toHaveLength(3 * maxRetainedChanges);
});

test('changes that a watch does not ask for cost it its place only when it is not asked itself', async () => {
  const feed = new ChangeFeed(0);
  const waits = feed.watch({ namespace: 'other' });
  const sleeps = feed.watch({ namespace: 'other' });
  const next = waits.next();
  for (let revision = 1; revision <= 4; revision += 1) {
    feed.push(commit(revision, maxRetainedChanges));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  feed.push([{ revision: 5, changes: [{ key: { namespace: 'other', key: 'a' }, text: 'null' }] }]);
  expect((await next).value).toEqual({ key: { namespace: 'other', key: 'a' }, value: null, revision: 5 });
  await expect(sleeps.next()).rejects.toMatchObject({ code: 'watch-overflow' });
});

test('after an overflow, a close or its own end, a watch is over', async () => {
  const feed = new ChangeFeed(0);
  const overflowed = feed.watch({ namespace: 'test', since: 0 });
  const closed = feed.watch({ namespace: 'test' });
  feed.push(commit(1, maxRetainedChanges + 1));
  feed.push(commit(2, 1));
  await expect(overflowed.next()).rejects.toMatchObject({ code: 'watch-overflow' });
  expect(await overflowed.next()).toEqual({ done: true, value: undefined });
  feed.close(new StateStoreError('closed', 'The store is closed'));
  await expect(closed.next()).rejects.toMatchObject({ code: 'closed' });
  expect(await closed.next()).toEqual({ done: true, value: undefined });
});

test('what is delivered belongs to the reader', async () => {
  const feed = new ChangeFeed(0);
  const [left, right] = [feed.watch({ namespace: 'test' }), feed.watch({ namespace: 'test' })];
  feed.push(commit(1, 1, '{"a":1}'));
  const first = await left.next();
  Object.assign(Object(first.value?.value), { a: 2 });
  expect((await right.next()).value?.value).toEqual({ a: 1 });
});
