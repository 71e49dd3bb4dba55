import { describe, expect, test } from 'vitest';
import { systemSurroundings } from '../src/journal/system-surroundings.js';
import { checkpointJournalBytes, maxGroupBytes, maxGroupCommits, maxKeyBytes } from '../src/limits.js';
import { commitValue, openOnDisk, readValue, segmentPath, snapshotPath, testKey } from './disk-store.js';
import { SimulatedDisk } from './simulated-disk.js';

const segment = segmentPath(1);

test('each commit of a lone writer makes one append and one sync of the journal, before it resolves', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  for (let commit = 1; commit <= 5; commit += 1) {
    disk.steps.length = 0;
    await commitValue(store, 'a', commit);
    expect(disk.steps).toEqual([
      { operation: 'write', path: segment },
      { operation: 'sync', path: segment },
    ]);
  }
  await store.close();
});

test('64 commits that wait at the same time share one append and one sync', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  disk.steps.length = 0;
  await Promise.all(Array.from({ length: 64 }, (_, writer) => commitValue(store, `w${writer}`, writer)));
  expect(disk.count('write', segment)).toBe(1);
  expect(disk.count('sync', '')).toBe(1);
  await store.close();
});

test.each([
  ['as many commits as a group takes share one sync', maxGroupCommits, 1],
  ['with one commit more there is a second sync', maxGroupCommits + 1, 2],
])('%s', async (_, commits, syncs) => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  disk.steps.length = 0;
  await Promise.all(
    Array.from({ length: commits }, (__, writer) => commitValue(store, `w${writer}`, writer)),
  );
  expect(disk.count('sync', segment)).toBe(syncs);
  await store.close();
});

test.each([
  ['that is a byte short of its bound takes another commit', maxGroupBytes - 1, 1],
  ['that has reached its bound takes none', maxGroupBytes, 2],
])('a group of commits %s', async (_, bytes, syncs) => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  disk.steps.length = 0;
  const writers = 8;
  const value = 'x'.repeat(maxGroupBytes / writers - bytesAround('w0'));
  const last = value.slice(0, value.length - (maxGroupBytes - bytes));
  await Promise.all([
    ...Array.from({ length: writers - 1 }, (__, writer) => commitValue(store, `w${writer}`, value)),
    commitValue(store, 'w7', last),
    commitValue(store, 'w8', 'one more'),
  ]);
  expect(disk.count('sync', segment)).toBe(syncs);
  await store.close();
});

test('deletions take room in a group too: as many as fill it share one sync, and the next come in another', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  const longKey = (writer: number, each: number) => `${writer}/${each}/`.padEnd(maxKeyBytes, 'x');
  const deletions = Math.ceil(maxGroupBytes / 2 / maxKeyBytes);
  const writers = await Promise.all(
    [0, 1, 2].map(async (writer) => {
      const transaction = await store.beginTransaction();
      for (let each = 0; each < deletions; each += 1) {
        await transaction.delete(testKey(longKey(writer, each)));
      }
      return transaction;
    }),
  );
  disk.steps.length = 0;
  await Promise.all(writers.map((transaction) => transaction.commit()));
  expect(disk.count('sync', segment)).toBe(2);
  await store.close();
});

test('64 writers that go on and on still commit in full groups', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  disk.steps.length = 0;
  const rounds = 10;
  await Promise.all(
    Array.from({ length: 64 }, async (_, writer) => {
      for (let round = 0; round < rounds; round += 1) await commitValue(store, `w${writer}`, round);
    }),
  );
  expect(disk.count('sync', segment)).toBe(rounds);
  await store.close();
});

test("durability 'os' makes no sync call for a commit", async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk, { durability: 'os' });
  disk.steps.length = 0;
  for (let commit = 0; commit < 5; commit += 1) await commitValue(store, 'a', commit);
  expect(disk.steps).toEqual(Array(5).fill({ operation: 'write', path: segment }));
  await store.close();
});

test('a transaction that only read touches no file', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  disk.steps.length = 0;
  const transaction = await store.beginTransaction();
  await transaction.list({ namespace: 'test', limit: 10 });
  await transaction.commit();
  expect(disk.steps).toEqual([]);
  await store.close();
});

test('a resolved commit survives the loss of power, from the first one of a new store on', async () => {
  const disk = new SimulatedDisk();
  await commitValue(await openOnDisk(disk), 'a', 1);
  disk.losePower();
  await commitValue(await openOnDisk(disk), 'b', 2);
  disk.losePower();
  const store = await openOnDisk(disk);
  expect([await readValue(store, 'a'), await readValue(store, 'b')]).toEqual([1, 2]);
  expect(await store.stats()).toMatchObject({ revision: 2 });
  await store.close();
});

test('what a dead process had appended but not synced is durable before anyone can read it', async () => {
  const disk = new SimulatedDisk();
  const dying = await openOnDisk(disk, { durability: 'os' });
  await commitValue(dying, 'a', 1);
  const store = await openOnDisk(disk);
  expect(await readValue(store, 'a')).toBe(1);
  disk.losePower();
  expect(await readValue(await openOnDisk(disk), 'a')).toBe(1);
});

test('nothing is visible before it is durable', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  const seen: unknown[] = [];
  disk.beforeStep = ({ operation }) => {
    if (operation === 'sync') void readValue(store, 'a').then((value) => seen.push(value));
  };
  await commitValue(store, 'a', 1);
  disk.beforeStep = () => undefined;
  expect(seen).toEqual([undefined]);
  expect(await readValue(store, 'a')).toBe(1);
  await store.close();
});

test('a checkpoint begins when the journal has passed its bound, and not when it has reached it', async () => {
  const disk = new SimulatedDisk();
  const { checkpointBytes } = systemSurroundings;
  expect(checkpointBytes).toBe(checkpointJournalBytes);
  const store = await openOnDisk(disk, { checkpointBytes });
  const value = 'x'.repeat(checkpointJournalBytes / 8);
  await commitValue(store, 'w', value);
  const { journalBytes } = await store.stats();
  for (let commit = 1; commit < 7; commit += 1) await commitValue(store, 'w', value);
  const rest = checkpointJournalBytes - 7 * journalBytes;
  await commitValue(store, 'w', value.slice(0, value.length - (journalBytes - rest)));
  expect(await store.stats()).toMatchObject({ journalBytes: checkpointJournalBytes, checkpoints: 0 });
  expect(disk.files).not.toHaveProperty([segmentPath(2)]);
  await commitValue(store, 'w', 'one more');
  await expect.poll(async () => (await store.stats()).checkpoints).toBe(1);
  await store.close();
});

describe('a checkpoint that power cuts off', () => {
  /** Commits into two segments while the snapshot that should hold the first cannot be put in place. */
  async function twoSegments(durability: 'fsync' | 'os'): Promise<SimulatedDisk> {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk, { durability, checkpointBytes: 1 });
    disk.beforeStep = ({ operation, path }) => {
      if (operation === 'rename' && path === snapshotPath) throw new Error('not yet');
    };
    await commitValue(store, 'first', 'x'.repeat(16_000));
    await commitValue(store, 'second', 2);
    expect(disk.files).toHaveProperty([segmentPath(2)]);
    disk.beforeStep = () => undefined;
    return disk;
  }

  test('loses no commit of the segment that was begun for it', async () => {
    const disk = await twoSegments('fsync');
    disk.losePower();
    expect(await readValue(await openOnDisk(disk), 'second')).toBe(2);
  });

  test("does not leave a torn segment in the middle, even where durability is 'os'", async () => {
    const disk = await twoSegments('os');
    disk.losePower();
    expect(await readValue(await openOnDisk(disk), 'first')).toHaveLength(16_000);
  });

  test('deletes no segment before the name of the new snapshot is durable', async () => {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk);
    await commitValue(store, 'a', 1);
    disk.steps.length = 0;
    await store.close();
    const order = disk.steps.map(({ operation, path }) => `${operation} ${path}`);
    const renamed = order.indexOf(`rename ${snapshotPath}`);
    expect(order[renamed + 1]).toMatch(/^syncFolder /);
    expect(order.indexOf(`remove ${segment}`)).toBeGreaterThan(renamed + 1);
  });
});

test('a segment that a crash left behind its snapshot is deleted at the next opening', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  await commitValue(store, 'a', 1);
  disk.beforeStep = ({ operation, path }) => {
    if (operation === 'remove' && path === segment) throw new Error('killed');
  };
  await store.close().catch(() => undefined);
  disk.beforeStep = () => undefined;
  expect(disk.files).toHaveProperty([segment]);
  const reopened = await openOnDisk(disk);
  expect(disk.files).not.toHaveProperty([segment]);
  expect(await readValue(reopened, 'a')).toBe(1);
  await reopened.close();
});

/** Bytes of a commit of one text that are not the text: its key, and the quotes. */
function bytesAround(key: string): number {
  return testKey(key).namespace.length + key.length + '""'.length;
}
