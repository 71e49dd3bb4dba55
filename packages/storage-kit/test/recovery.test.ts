import { describe, expect, test } from 'vitest';
import { crc32c } from '../src/encoding/crc32c.js';
import { encodeSegmentHeader } from '../src/journal/segment-format.js';
import { commitValue, openOnDisk, readValue, segmentPath, snapshotPath } from './disk-store.js';
import { SimulatedDisk } from './simulated-disk.js';

const segment = segmentPath(1);

/** A disk as a dead process left it: three commits in the journal. Where each frame ends. */
async function diskWithJournal(): Promise<{
  readonly disk: SimulatedDisk;
  readonly ends: readonly number[];
}> {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  const ends = [contentEnd(disk, segment)];
  for (const key of ['a', 'b', 'c']) {
    await commitValue(store, key, `value of ${key}`);
    ends.push(contentEnd(disk, segment));
  }
  return { disk, ends };
}

function contentOf(disk: SimulatedDisk, path: string): Uint8Array {
  return disk.files[path] ?? new Uint8Array();
}

/** Where the zeros begin that later frames will overwrite. */
function contentEnd(disk: SimulatedDisk, path: string): number {
  return contentOf(disk, path).findLastIndex((byte) => byte !== 0) + 1;
}

function damage(disk: SimulatedDisk, path: string, change: (bytes: Buffer) => Uint8Array | undefined): void {
  const bytes = Buffer.from(contentOf(disk, path));
  disk.replace(path, change(bytes) ?? bytes);
}

/** Opening is refused, and every file is as it was. */
async function expectRefused(disk: SimulatedDisk, expected: object): Promise<void> {
  const lock = `${snapshotPath}.lock`;
  disk.replace(lock, undefined);
  const before = disk.files;
  await expect(openOnDisk(disk)).rejects.toMatchObject(expected);
  expect(Object.keys(disk.files)).toEqual(Object.keys(before));
  for (const [path, bytes] of Object.entries(disk.files)) {
    expect(Buffer.compare(bytes, before[path] ?? new Uint8Array()), path).toBe(0);
  }
}

async function expectRecovered(
  disk: SimulatedDisk,
  keys: readonly string[],
  recovery: object | undefined,
): Promise<void> {
  const store = await openOnDisk(disk);
  const values = await Promise.all(['a', 'b', 'c'].map((key) => readValue(store, key)));
  expect(values.filter((value) => value !== undefined)).toEqual(keys.map((key) => `value of ${key}`));
  expect((await store.stats()).recovery).toEqual(recovery);
  await commitValue(store, 'd', 'goes on');
  const again = await openOnDisk(disk);
  expect(await readValue(again, 'd')).toBe('goes on');
  expect((await again.stats()).recovery).toBeUndefined();
}

describe('a torn tail', () => {
  test.each([
    ['ends the file', (bytes: Buffer, length: number) => bytes.subarray(0, length)],
    ['has zeros behind it', (bytes: Buffer, length: number) => bytes.fill(0, length)],
  ])('that %s is cut off and reported wherever in the last append the crash came', async (_name, tear) => {
    const { disk, ends } = await diskWithJournal();
    const [, , start = 0, end = 0] = ends;
    for (let length = start + 1; length < end; length += 1) {
      const torn = disk.copy();
      damage(torn, segment, (bytes) => tear(bytes, length));
      const bytesCut = contentEnd(torn, segment) - start;
      const recovery = bytesCut === 0 ? undefined : { file: segment, offset: start, bytesCut };
      await expectRecovered(torn, ['a', 'b'], recovery);
    }
  });

  test('of which any sector was never written is cut off, be it the one with the header', async () => {
    const disk = new SimulatedDisk();
    await commitValue(await openOnDisk(disk), 'a', 'x'.repeat(3000));
    const end = contentEnd(disk, segment);
    for (let from = 512; from < end; from += 512) {
      const torn = disk.copy();
      damage(torn, segment, (bytes) => bytes.fill(0, from, from + 512));
      const reopened = await openOnDisk(torn);
      expect(await readValue(reopened, 'a')).toBeUndefined();
      expect((await reopened.stats()).recovery).toMatchObject({ file: segment, offset: 20 });
    }
    damage(disk, segment, (bytes) => bytes.fill(0, 20, 512));
    expect(await readValue(await openOnDisk(disk), 'a')).toBeUndefined();
  });

  test('of a segment that was being begun leaves the store as it was', async () => {
    const { disk } = await diskWithJournal();
    for (const length of [0, 5, 19]) {
      const begun = disk.copy();
      begun.replace(segmentPath(2), encodeSegmentHeader(2).slice(0, length));
      const store = await openOnDisk(begun);
      expect(await readValue(store, 'c')).toBe('value of c');
      await commitValue(store, 'd', 1);
      expect(await readValue(await openOnDisk(begun), 'd')).toBe(1);
    }
  });
});

describe('damage', () => {
  test('to any byte of the journal but a torn tail is corrupt, names file and offset, and changes no file', async () => {
    const { disk, ends } = await diskWithJournal();
    for (let at = 0; at < (ends.at(-1) ?? 0); at += 1) {
      const damaged = disk.copy();
      damage(damaged, segment, (bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ 0x10;
        return undefined;
      });
      const offset = at < 20 ? 0 : ends.filter((end) => end <= at).at(-1);
      await expectRefused(damaged, { code: 'corrupt', file: segment, offset });
    }
  });

  test('that cuts a segment short with another behind it is corrupt', async () => {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk, { checkpointBytes: 1 });
    disk.beforeStep = ({ operation, path }) => {
      if (operation === 'rename' && path === snapshotPath) throw new Error('no checkpoint');
    };
    for (const key of ['a', 'b', 'c']) await commitValue(store, key, 'x'.repeat(16_000));
    await store.close().catch(() => undefined);
    disk.beforeStep = () => undefined;
    damage(disk, segment, (bytes) => bytes.subarray(0, contentEnd(disk, segment) - 1));
    await expectRefused(disk, { code: 'corrupt', file: segment });
    damage(disk, segment, () => new Uint8Array());
    await expectRefused(disk, { code: 'corrupt', file: segment, offset: 0 });
    disk.replace(segment, undefined);
    await expectRefused(disk, { code: 'corrupt', file: segment });
  });

  test('a frame with a sound checksum that does not follow the one before is corrupt', async () => {
    const { disk, ends } = await diskWithJournal();
    const [first = 0, second = 0, third = 0] = ends;
    damage(disk, segment, (bytes) => {
      bytes.copy(bytes, ends.at(-1), second, third);
      return undefined;
    });
    await expectRefused(disk, { code: 'corrupt', offset: ends.at(-1) });
    damage(disk, segment, (bytes) => Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]));
    await expectRefused(disk, { code: 'corrupt', offset: first });
  });

  test('a sector in the middle that lost its bytes is corrupt, since sound frames follow', async () => {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk);
    const ends: number[] = [];
    for (const key of ['a', 'b', 'c']) {
      await commitValue(store, key, 'x'.repeat(2000));
      ends.push(contentEnd(disk, segment));
    }
    for (const from of [2048, 2560]) {
      const damaged = disk.copy();
      damage(damaged, segment, (bytes) => bytes.fill(0, from, from + 512));
      const offset = [20, ...ends].filter((end) => end <= from).at(-1);
      await expectRefused(damaged, { code: 'corrupt', file: segment, offset });
    }
    damage(disk, segment, (bytes) => bytes.fill(0, ends[0], 2048 + 512));
    await expectRefused(disk, { code: 'corrupt', file: segment, offset: ends[0] });
  });

  test('a frame with a sound checksum that holds no commits is corrupt', async () => {
    const { disk, ends } = await diskWithJournal();
    const frame = Buffer.alloc(12 + 4);
    frame.writeUInt32LE(7, 12);
    frame.writeUInt32LE(4, 0);
    frame.writeUInt32LE(crc32c(frame.subarray(12)), 4);
    frame.writeUInt32LE(crc32c(frame.subarray(0, 8)), 8);
    damage(disk, segment, (bytes) => {
      frame.copy(bytes, ends.at(-1));
      return undefined;
    });
    await expectRefused(disk, { code: 'corrupt', file: segment, offset: ends.at(-1) });
  });

  test.each([
    ['rubbish', () => Buffer.from('no database, just a text that somebody saved there'.repeat(9)), 0],
    ['an empty file', () => Buffer.alloc(0), 0],
    ['a snapshot cut short', (bytes: Buffer) => bytes.subarray(0, -4096), undefined],
    ['a foreign SQLite file', (bytes: Buffer) => bytes.fill(0, 68, 72), 68],
    ['a broken page', (bytes: Buffer) => bytes.fill(0xff, 4096, 8192), 0],
    ['a broken schema', (bytes: Buffer) => bytes.fill(0x20, 110, 4096), 0],
  ] as const)('%s instead of the snapshot is corrupt', async (_name, change, offset) => {
    const { disk } = await diskWithJournal();
    damage(disk, snapshotPath, change);
    const expected = offset === undefined ? {} : { offset };
    await expectRefused(disk, { code: 'corrupt', file: snapshotPath, ...expected });
  });

  test('a snapshot that is missing while its journal is there is corrupt', async () => {
    const { disk } = await diskWithJournal();
    disk.replace(snapshotPath, undefined);
    await expectRefused(disk, { code: 'corrupt', file: snapshotPath });
  });

  test('a value that is no JSON is corrupt when it is read', async () => {
    const disk = new SimulatedDisk();
    const store = await openOnDisk(disk);
    await commitValue(store, 'a', 'findme-findme');
    await store.close();
    damage(disk, snapshotPath, (bytes) =>
      bytes.fill('"', bytes.indexOf('findme') + 3, bytes.indexOf('findme') + 4),
    );
    const reopened = await openOnDisk(disk);
    await expect(readValue(reopened, 'a')).rejects.toMatchObject({ code: 'corrupt', key: { key: 'a' } });
    await reopened.close();
  });
});

describe('a newer format', () => {
  test('of the snapshot is refused with its version', async () => {
    const { disk } = await diskWithJournal();
    damage(disk, snapshotPath, (bytes) => {
      bytes.writeUInt32BE(2, 60);
      return undefined;
    });
    await expectRefused(disk, { code: 'unsupported-format', file: snapshotPath, version: 2 });
  });

  test('of the journal is refused with its version', async () => {
    const { disk } = await diskWithJournal();
    damage(disk, segment, (bytes) => {
      bytes.writeUInt32LE(9, 8);
      bytes.writeUInt32LE(crc32c(bytes.subarray(0, 16)), 16);
      return undefined;
    });
    await expectRefused(disk, { code: 'unsupported-format', file: segment, version: 9 });
  });
});
