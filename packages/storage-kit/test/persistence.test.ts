import { expect, test } from 'vitest';
import { systemClock } from '../src/contract/clock.js';
import { StateStore, type StateStoreConfig } from '../src/index.js';
import { defaultMaxStoreBytes } from '../src/limits.js';
import { openOverPersistence } from '../src/persistence/open-over-persistence.js';
import type { SnapshotStore } from '../src/transaction/snapshot-store.js';
import { commitValue, readValue } from './disk-store.js';
import { Shelf } from './shelf.js';

function open(shelf: Shelf, checkpointBytes = Number.POSITIVE_INFINITY): Promise<SnapshotStore> {
  const persistence = shelf.persistence();
  return openOverPersistence({ persistence, maxBytes: defaultMaxStoreBytes, checkpointBytes }, systemClock);
}

/** What was acknowledged, without the close that would have folded it. */
async function abandon(shelf: Shelf, values: Readonly<Record<string, number>>): Promise<void> {
  const store = await open(shelf);
  for (const [key, value] of Object.entries(values)) await commitValue(store, key, value);
  shelf.taken = false;
}

test('what was committed is there when the persistence is opened again, after a close and without one', async () => {
  const shelf = new Shelf();
  const store = await StateStore.connect({ backend: 'sqlite', persistence: shelf.persistence() });
  await commitValue(store, 'closed', 1);
  await store.close();
  expect(shelf).toMatchObject({ entries: [], taken: false });
  await abandon(shelf, { abandoned: 2 });
  expect(shelf.entries).toHaveLength(1);
  const again = await open(shelf);
  expect(await readValue(again, 'closed')).toBe(1);
  expect(await readValue(again, 'abandoned')).toBe(2);
  await again.close();
});

test('a store that nothing was written to leaves nothing', async () => {
  const shelf = new Shelf();
  await (await open(shelf)).close();
  expect(shelf.snapshot).toBeUndefined();
});

test('commits that come at the same time share one entry', async () => {
  const shelf = new Shelf();
  const store = await open(shelf);
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => commitValue(store, key, key)));
  expect(shelf.entries).toHaveLength(1);
  await store.close();
});

test('the journal is folded into the snapshot when it outgrows its bound', async () => {
  const shelf = new Shelf();
  const store = await open(shelf, 1000);
  for (let round = 0; round < 60; round += 1) await commitValue(store, 'a', 'x'.repeat(500));
  const { checkpoints, journalBytes } = await store.stats();
  expect(checkpoints).toBeGreaterThan(0);
  expect(journalBytes).toBe(shelf.entries.reduce((sum, entry) => sum + entry.length, 0));
  shelf.taken = false;
  const again = await open(shelf);
  expect((await again.stats()).revision).toBe(60);
  await again.close();
});

test.each([
  ['changed', (entries: Uint8Array[]) => entries[1]?.set([7], 20)],
  ['missing', (entries: Uint8Array[]) => entries.splice(1, 1)],
  ['empty', (entries: Uint8Array[]) => entries.splice(1, 1, new Uint8Array())],
])('an entry that is %s is corrupt, changes nothing, and leaves the place free', async (_name, damage) => {
  const shelf = new Shelf();
  await abandon(shelf, { a: 1, b: 2, c: 3 });
  damage(shelf.entries);
  const before = [...shelf.entries];
  await expect(open(shelf)).rejects.toMatchObject({ code: 'corrupt', file: 'the shelf' });
  expect(shelf).toMatchObject({ entries: before, taken: false });
});

test('a snapshot that is no store is corrupt', async () => {
  const shelf = new Shelf();
  shelf.snapshot = new TextEncoder().encode('rubbish');
  await expect(open(shelf)).rejects.toMatchObject({ code: 'corrupt', file: 'the shelf' });
  expect(shelf.taken).toBe(false);
});

test('a failed append fails its commit with io, and the store takes no more until it is opened again', async () => {
  const shelf = new Shelf();
  const store = await open(shelf);
  await commitValue(store, 'a', 1);
  shelf.beforeStep = (step) => {
    if (step === 'append') throw new Error('quota used up');
  };
  await expect(commitValue(store, 'a', 2)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('quota used up'),
  });
  await expect(commitValue(store, 'b', 1)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await readValue(store, 'a')).toBe(1);
  shelf.beforeStep = () => undefined;
  await store.close();
  const again = await open(shelf);
  expect(await readValue(again, 'a')).toBe(1);
  await again.close();
});

test('a snapshot that cannot be written costs nothing but space, and the close says so', async () => {
  const shelf = new Shelf();
  const store = await open(shelf, 100);
  shelf.beforeStep = (step) => {
    if (step === 'replace') throw new Error('no room');
  };
  for (const value of [1, 2, 3]) await commitValue(store, 'a', 'x'.repeat(100 * value));
  expect((await store.stats()).checkpointFailure).toContain('no room');
  await expect(store.close()).rejects.toMatchObject({ code: 'io' });
  expect(shelf.taken).toBe(false);
  shelf.beforeStep = () => undefined;
  const again = await open(shelf);
  expect((await again.stats()).revision).toBe(3);
  await again.close();
});

test('while no snapshot can be written it is not tried with every commit, and once it can be it is made', async () => {
  const shelf = new Shelf();
  const store = await open(shelf, 1000);
  let tries = 0;
  shelf.beforeStep = (step) => {
    if (step !== 'replace') return;
    tries += 1;
    throw new Error('no room');
  };
  for (let round = 0; round < 20; round += 1) await commitValue(store, 'a', 'x'.repeat(500));
  // Twenty entries of a bit more than 500 bytes: one try for each time that the journal grew by its bound.
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThanOrEqual(10);
  shelf.beforeStep = () => undefined;
  for (let round = 0; round < 3; round += 1) await commitValue(store, 'a', 'x'.repeat(500));
  expect(await store.stats()).toMatchObject({ checkpoints: 1 });
  expect((await store.stats()).checkpointFailure).toBeUndefined();
  await store.close();
});

test('a place that another store has is locked', async () => {
  const shelf = new Shelf();
  const store = await open(shelf);
  await expect(open(shelf)).rejects.toMatchObject({ code: 'locked' });
  await store.close();
});

test('a persistence that cannot be opened is io, with its name and the cause', async () => {
  const shelf = new Shelf();
  shelf.beforeStep = () => {
    throw new Error('it fell down');
  };
  await expect(open(shelf)).rejects.toMatchObject({
    code: 'io',
    message: 'Could not open the shelf: it fell down',
  });
});

test.each([
  ['while the place opens', () => undefined],
  [
    'so that the place does not open',
    (reason: unknown) => {
      throw reason;
    },
  ],
])('an opening aborted %s rejects with the reason and leaves the place free', async (_name, then) => {
  const shelf = new Shelf();
  const abort = new AbortController();
  const reason = new Error('enough');
  shelf.beforeStep = (step) => {
    if (step !== 'open') return;
    abort.abort(reason);
    then(reason);
  };
  const persistence = shelf.persistence();
  const opening = StateStore.connect({ backend: 'sqlite', persistence, signal: abort.signal });
  await expect(opening).rejects.toBe(reason);
  expect(shelf.taken).toBe(false);
});

test.each([
  ['null', null],
  ['a text', 'notes'],
  ['an object without close', { ...new Shelf().persistence(), close: undefined }],
])('%s in place of a persistence is refused as invalid-request', async (_name, persistence) => {
  const config: StateStoreConfig = { backend: 'sqlite', persistence: new Shelf().persistence() };
  Object.assign(config, { persistence });
  await expect(StateStore.connect(config)).rejects.toMatchObject({ code: 'invalid-request' });
});
