import type { StateChange } from '../contract/state-change.js';
import type { StateStoreBackend } from '../contract/state-store-backend.js';
import * as assert from './assert.js';
import {
  type ConformanceTopic,
  commitRecords,
  refusal,
  refusalAtOnce,
  testKey,
  testNamespace,
  testRecord,
} from './conformance-case.js';

type Watch = AsyncIterableIterator<StateChange>;

/** Undefined for a backend that has no `watch`. */
function watch(
  store: StateStoreBackend,
  request: { readonly prefix?: string; readonly since?: number; readonly signal?: AbortSignal } = {},
): Watch | undefined {
  return store.watch?.({ namespace: testNamespace, ...request });
}

/** The next changes as text: key, value, revision. */
async function take(changes: Watch, count: number): Promise<readonly string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const { done, value } = await changes.next();
    if (done === true) break;
    taken.push(`${value.key.key}=${JSON.stringify(value.value)}@${value.revision}`);
  }
  return taken;
}

export const watchCases: ConformanceTopic = {
  'a watch delivers what is committed after its call, in commit order, puts and deletions alike': async (
    store,
  ) => {
    await commitRecords(store, { a: 'before' });
    const changes = watch(store);
    if (changes === undefined) return;
    const first = await commitRecords(store, { a: 1 });
    const second = await commitRecords(store, { b: null });
    const transaction = await store.beginTransaction();
    await transaction.delete(testKey('a'));
    const third = (await transaction.commit()).revision;
    assert.deepEqual(await take(changes, 3), [`a=1@${first}`, `b=null@${second}`, `a=undefined@${third}`]);
    await changes.return?.();
  },
  'a watch that waits is woken by a commit': async (store) => {
    const changes = watch(store);
    if (changes === undefined) return;
    const waiting = take(changes, 1);
    const revision = await commitRecords(store, { a: 1 });
    assert.deepEqual(await waiting, [`a=1@${revision}`]);
    await changes.return?.();
  },
  'a watch goes on from a revision that is still kept': async (store) => {
    const since = await commitRecords(store, { a: 1 });
    const next = await commitRecords(store, { a: 2 });
    const changes = watch(store, { since });
    if (changes === undefined) return;
    assert.deepEqual(await take(changes, 1), [`a=2@${next}`]);
    await changes.return?.();
  },
  'a watch of a prefix delivers whole keys that begin with it, and other namespaces stay out': async (
    store,
  ) => {
    const changes = watch(store, { prefix: 'p/' });
    if (changes === undefined) return;
    const transaction = await store.beginTransaction();
    await transaction.put({ key: { namespace: 'other', key: 'p/x' }, value: 1 });
    await transaction.put(testRecord('p', 1));
    await transaction.commit();
    const revision = await commitRecords(store, { 'p/a': 1 });
    assert.deepEqual(await take(changes, 1), [`p/a=1@${revision}`]);
    await changes.return?.();
  },
  'all changes of one commit follow each other': async (store) => {
    const changes = watch(store);
    if (changes === undefined) return;
    const first = await commitRecords(store, { a: 1, b: 2, c: 3 });
    const second = await commitRecords(store, { d: 4 });
    const taken = await take(changes, 4);
    assert.deepEqual(taken.slice(0, 3).sort(), [`a=1@${first}`, `b=2@${first}`, `c=3@${first}`]);
    assert.deepEqual(taken.slice(3), [`d=4@${second}`]);
    await changes.return?.();
  },
  'what was rolled back, conflicted or only read is not delivered': async (store) => {
    const changes = watch(store);
    if (changes === undefined) return;
    const rolledBack = await store.beginTransaction();
    await rolledBack.put(testRecord('a', 'rolled back'));
    await rolledBack.rollback();
    const conflicted = await store.beginTransaction();
    await conflicted.put(testRecord('b', 'conflicted'));
    const revision = await commitRecords(store, { b: 'committed' });
    await refusal(conflicted.commit(), 'transaction-conflict');
    const last = await commitRecords(store, { c: 1 });
    assert.deepEqual(await take(changes, 2), [`b="committed"@${revision}`, `c=1@${last}`]);
    await changes.return?.();
  },
  'each watch is on its own, and several calls for the next change are answered in order': async (store) => {
    const [left, right] = [watch(store), watch(store)];
    if (left === undefined || right === undefined) return;
    const waiting = [left.next(), left.next()];
    await commitRecords(store, { a: 1 });
    await commitRecords(store, { a: 2 });
    const values = (await Promise.all(waiting)).map(({ value }) => value?.value);
    assert.deepEqual(values, [1, 2]);
    assert.equal((await take(right, 2)).length, 2);
    await Promise.all([left.return?.(), right.return?.()]);
  },
  'leaving a watch ends it, also for whoever waits': async (store) => {
    const changes = watch(store);
    if (changes === undefined) return;
    const waiting = changes.next();
    await changes.return?.();
    assert.equal((await waiting).done, true);
    assert.equal((await changes.next()).done, true);
  },
  'an aborted watch rejects with the reason of its signal': async (store) => {
    const abort = new AbortController();
    const changes = watch(store, { signal: abort.signal });
    if (changes === undefined) return;
    const waiting = changes.next();
    const reason = new Error('enough');
    abort.abort(reason);
    assert.equal(await assert.rejection(waiting, 'the reason'), reason);
  },
  'a watch ends with closed when its store is closed, and none begins later': async (store) => {
    const changes = watch(store);
    if (changes === undefined || store.close === undefined) return;
    const waiting = refusal(changes.next(), 'closed');
    await store.close();
    await waiting;
    refusalAtOnce(() => watch(store), 'closed');
  },
  'a watch of no namespace, of a prefix that no key has, and since what is no revision is refused': async (
    store,
  ) => {
    if (store.watch === undefined) return;
    refusalAtOnce(() => store.watch?.({ namespace: 'No' }), 'invalid-key');
    refusalAtOnce(() => watch(store, { prefix: '\n' }), 'invalid-request');
    for (const since of [-1, 1.5, Number.NaN]) {
      refusalAtOnce(() => watch(store, { since }), 'invalid-request');
    }
    const revision = await commitRecords(store, { a: 1 });
    const fromTheFuture = async () => watch(store, { since: revision + 1 })?.next();
    await refusal(fromTheFuture(), 'invalid-request');
  },
};
