import { expect, test } from 'vitest';
import { commitValue, openOnDisk, readValue, segmentPath, snapshotPath, testKey } from './disk-store.js';
import { type DiskStep, SimulatedDisk, systemError } from './simulated-disk.js';

/** Fails each step of that kind on that path, until `beforeStep` is set anew. */
function failing(operation: DiskStep['operation'], path: string, code: string) {
  return (step: DiskStep): void => {
    if (step.operation === operation && step.path === path) throw systemError(code, path);
  };
}

test.each([
  ['a full disk', 'write', 'ENOSPC'],
  ['a failed sync', 'sync', 'EIO'],
] as const)(
  '%s fails the commit with io and the store refuses writes until it is opened again',
  async (_, step, code) => {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk);
    await commitValue(store, 'a', 1);
    disk.beforeStep = failing(step, segmentPath(1), code);
    await expect(commitValue(store, 'a', 2)).rejects.toMatchObject({
      code: 'io',
      file: segmentPath(1),
      cause: { code },
    });
    disk.beforeStep = () => undefined;
    await expect(commitValue(store, 'a', 3)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readValue(store, 'a')).toBe(1);
    expect((await store.stats()).failure).toContain(code);
    await store.close();

    const reopened = await openOnDisk(disk);
    expect(await readValue(reopened, 'a')).toBe(step === 'write' ? 1 : 2);
    await commitValue(reopened, 'a', 4);
    expect(await readValue(reopened, 'a')).toBe(4);
    await reopened.close();
  },
);

test('every commit of a group that failed gets io, and those that wait behind it are refused', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  const late: Promise<number>[] = [];
  disk.beforeStep = (step) => {
    if (step.operation === 'write') late.push(commitValue(store, 'late', 1));
    failing('sync', segmentPath(1), 'EIO')(step);
  };
  const group = await Promise.allSettled([commitValue(store, 'a', 1), commitValue(store, 'b', 1)]);
  const behind = await Promise.allSettled(late);
  expect(group.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['io', 'io']);
  expect(behind.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['unavailable']);
  expect(await readValue(store, 'a')).toBeUndefined();
  await store.close();
});

test('writes that take only a few bytes at a time are carried on until all is written', async () => {
  const disk = new SimulatedDisk();
  disk.maxWriteBytes = 30_000;
  const store = await openOnDisk(disk);
  disk.maxWriteBytes = 7;
  await commitValue(store, 'a', 'x'.repeat(100));
  disk.maxWriteBytes = 30_000;
  const reopened = await openOnDisk(disk);
  expect(await readValue(reopened, 'a')).toBe('x'.repeat(100));
  await reopened.close();
});

test('a write that makes no progress is io, not an endless loop', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  disk.maxWriteBytes = 0;
  await expect(commitValue(store, 'a', 1)).rejects.toMatchObject({ code: 'io' });
  await store.close();
});

test('a checkpoint that fails loses nothing, is reported, and the next one makes up for it', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk, { checkpointBytes: 1 });
  const value = 'x'.repeat(16_000);
  disk.beforeStep = failing('rename', snapshotPath, 'EIO');
  await commitValue(store, 'a', value);
  await commitValue(store, 'b', value);
  await expect.poll(async () => (await store.stats()).checkpointFailure).toContain('EIO');
  disk.beforeStep = () => undefined;
  await commitValue(store, 'c', value);
  await commitValue(store, 'd', value);
  await expect.poll(async () => (await store.stats()).checkpoints).toBeGreaterThan(0);
  expect((await store.stats()).checkpointFailure).toBeUndefined();
  disk.losePower();
  const reopened = await openOnDisk(disk);
  for (const key of ['a', 'b', 'c', 'd']) expect(await readValue(reopened, key)).toBe(value);
  await reopened.close();
});

test('a last checkpoint that fails makes close reject with io, and the journal still has every commit', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  await commitValue(store, 'a', 1);
  disk.beforeStep = failing('write', `${snapshotPath}.draft`, 'ENOSPC');
  await expect(store.close()).rejects.toMatchObject({ code: 'io', file: snapshotPath });
  disk.beforeStep = () => undefined;
  expect(Object.keys(disk.files)).not.toContain(`${snapshotPath}.lock`);
  const reopened = await openOnDisk(disk);
  expect(await readValue(reopened, 'a')).toBe(1);
  await reopened.close();
});

test('a segment that cannot be begun stops writes before anything is lost', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk, { checkpointBytes: 1 });
  disk.beforeStep = failing('open', segmentPath(2), 'ENOSPC');
  await commitValue(store, 'a', 'x'.repeat(16_000));
  await expect.poll(async () => (await store.stats()).failure).toContain('ENOSPC');
  await expect(commitValue(store, 'b', 1)).rejects.toMatchObject({ code: 'unavailable' });
  await store.close();
  disk.beforeStep = () => undefined;
  const reopened = await openOnDisk(disk);
  expect(await readValue(reopened, 'a')).toHaveLength(16_000);
  await reopened.close();
});

test('a store at its byte cap refuses growth with store-full, and deletions make room', async () => {
  const disk = new SimulatedDisk();
  const maxBytes = 200_000;
  const store = await openOnDisk(disk, { maxBytes });
  const value = 'x'.repeat(50_000);
  for (const key of ['a', 'b', 'c']) await commitValue(store, key, value);
  await expect(commitValue(store, 'd', value)).rejects.toMatchObject({ code: 'store-full', limit: maxBytes });
  expect(await readValue(store, 'd')).toBeUndefined();
  const transaction = await store.beginTransaction();
  await transaction.delete(testKey('a'));
  await transaction.commit();
  await commitValue(store, 'd', value);
  expect(await readValue(store, 'd')).toBe(value);
  await store.close();
});
