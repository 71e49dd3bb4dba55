import { describe, expect, test } from 'vitest';
import { foldJournal } from '../../src/journal/fold-journal.js';
import { encodeSegmentHeader } from '../../src/journal/segment-format.js';
import { storePaths } from '../../src/journal/store-paths.js';
import { maxInspectAttempts } from '../../src/limits.js';
import { loadEngine } from '../../src/sqlite/sqlite-engine.js';
import { commitValue, openOnDisk, segmentPath, snapshotPath } from '../disk-store.js';
import { SimulatedDisk } from '../simulated-disk.js';
import {
  damagePage,
  diskWithStore,
  documentOnDisk,
  fingerprint,
  indexIn,
  journalPath,
  runOnDisk,
} from './run-on-disk.js';

const inspect = (disk: SimulatedDisk) => documentOnDisk(disk, ['inspect', snapshotPath]);
const lockPath = `${snapshotPath}.lock`;

/** Somebody on another machine: nobody here can tell whether it runs. */
function lockFromElsewhere(disk: SimulatedDisk): void {
  disk.replace(lockPath, Buffer.from(JSON.stringify({ pid: 77, host: 'elsewhere', token: 'token-of-77' })));
}

/** Whatever `change` does happens while the command reads the file at `path`, before it has it. */
function whileReading(disk: SimulatedDisk, path: string, change: () => Promise<void> | void): SimulatedDisk {
  const read = disk.read.bind(disk);
  disk.read = async (file) => {
    if (file === path) await change();
    return read(file);
  };
  return disk;
}

test('tells what the store holds, its files, and what the next opening would do', async () => {
  const disk = await diskWithStore();
  disk.replace(`${snapshotPath}.draft`, Buffer.alloc(7));
  const before = fingerprint(disk);
  expect(await inspect(disk)).toEqual({
    command: 'inspect',
    exitCode: 0,
    path: snapshotPath,
    formats: { snapshot: 1, journal: 1 },
    content: {
      revision: 8,
      records: 8,
      bytes: 8 * ('a'.length + '"value of a"'.length),
      namespaces: [{ namespace: 'test', records: 8, bytes: 104 }],
    },
    files: [
      { file: snapshotPath, bytes: expect.any(Number), role: 'snapshot' },
      { file: journalPath, bytes: expect.any(Number), role: 'segment' },
      { file: `${snapshotPath}.draft`, bytes: 7, role: 'draft' },
    ],
    lock: { pid: expect.any(Number), host: 'simulated', mayRun: false },
    nextOpening: {
      commitsToReplay: 4,
      bytesToCut: 0,
      filesToRemove: [`${snapshotPath}.draft`],
      takesOverLock: true,
    },
  });
  expect(fingerprint(disk)).toEqual(before);
  const { output } = await runOnDisk(disk, ['inspect', snapshotPath]);
  expect(output).toContain('locked by process');
  expect(output).toContain(
    'the next opening takes over the lock, replays 4 commits, removes state.sqlite.draft',
  );
});

test('tells the largest namespace first', async () => {
  const disk = new SimulatedDisk();
  const store = await openOnDisk(disk);
  for (const [namespace, value] of [
    ['small', 'x'],
    ['large', 'x'.repeat(500)],
    ['middle', 'x'.repeat(50)],
  ] as const) {
    const transaction = await store.beginTransaction();
    await transaction.put({ key: { namespace, key: 'k' }, value });
    await transaction.commit();
  }
  await store.close();
  const document = await inspect(disk);
  const namespaces = 'content' in document ? document.content?.namespaces : [];
  expect(namespaces?.map(({ namespace }) => namespace)).toEqual(['large', 'middle', 'small']);
  const { output } = await runOnDisk(disk, ['inspect', snapshotPath]);
  expect(output).toMatch(/not in use\n {2}the next opening has nothing to replay/);
});

test('tells of a torn tail, and of segments that are only to be deleted', async () => {
  const disk = await diskWithStore();
  const stale = disk.files[journalPath];
  await (await openOnDisk(disk)).close();
  const store = await openOnDisk(disk);
  await commitValue(store, 'i', 'value of i');
  disk.replace(journalPath, stale);
  disk.replace(
    segmentPath(3),
    disk.files[segmentPath(3)]?.slice(0, indexIn(disk, segmentPath(3), 'value of i')),
  );
  expect(await inspect(disk)).toMatchObject({
    exitCode: 0,
    tornTail: { file: segmentPath(3), offset: 20, bytes: expect.any(Number) },
    nextOpening: { commitsToReplay: 0, filesToRemove: [journalPath] },
  });
  const { output } = await runOnDisk(disk, ['inspect', snapshotPath]);
  expect(output).toMatch(/torn tail: \d+ bytes from byte 20, since an append was interrupted/);
});

test('tells of a damaged store what there is, why it is not opened, and that it is damaged', async () => {
  const disk = await diskWithStore();
  damagePage(disk, 2);
  const document = await inspect(disk);
  expect(document).toMatchObject({ exitCode: 1, damage: { file: snapshotPath, offset: 0 } });
  expect(document).not.toHaveProperty('content');
  const { output } = await runOnDisk(disk, ['inspect', snapshotPath]);
  expect(output).toContain('It is damaged and will not be opened');
});

test('where there is no store, that is said', async () => {
  expect(await inspect(new SimulatedDisk())).toMatchObject({ exitCode: 4, code: 'not-found' });
});

describe('a store that another process has open', () => {
  test('is read without its lock, and the output says so', async () => {
    const disk = await diskWithStore();
    lockFromElsewhere(disk);
    const before = fingerprint(disk);
    const document = await inspect(disk);
    expect(document).toMatchObject({
      exitCode: 0,
      content: { revision: 8 },
      lock: { pid: 77, host: 'elsewhere', mayRun: true },
    });
    expect(document).not.toHaveProperty('nextOpening');
    expect((await runOnDisk(disk, ['inspect', snapshotPath])).output).toContain(
      'in use by process 77 on elsewhere: this is a committed moment of it, read without the lock',
    );
    expect(fingerprint(disk)).toEqual(before);
  });

  test('whose lock names nobody is in use by somebody', async () => {
    const disk = await diskWithStore();
    disk.replace(lockPath, Buffer.from('?'));
    expect(await inspect(disk)).toMatchObject({ exitCode: 0, lock: { mayRun: true } });
    expect((await runOnDisk(disk, ['inspect', snapshotPath])).output).toContain(
      'a process that is not named',
    );
  });

  test('and that folds its journal meanwhile is read anew: the commits are all there', async () => {
    const disk = await diskWithStore();
    lockFromElsewhere(disk);
    let folds = 0;
    whileReading(disk, journalPath, async () => {
      if (folds > 0) return;
      folds += 1;
      const paths = await storePaths(snapshotPath, disk);
      const engine = await loadEngine(undefined);
      // The segment that commits go to from then on is there before the snapshot that it follows.
      disk.replace(segmentPath(3), encodeSegmentHeader(3));
      await foldJournal({ files: disk, paths, engine, firstSegment: 3, revision: 8 });
      disk.replace(journalPath, undefined);
    });
    expect(await inspect(disk)).toMatchObject({ exitCode: 0, content: { revision: 8, records: 8 } });
    expect(folds).toBe(1);
  });

  test('and that appends meanwhile is read anew, rather than called damaged', async () => {
    const disk = await diskWithStore();
    lockFromElsewhere(disk);
    const whole = disk.files[journalPath] ?? new Uint8Array();
    const partly = Buffer.from(whole);
    partly.fill(0, 60, 70);
    disk.replace(journalPath, partly);
    let reads = 0;
    whileReading(disk, journalPath, () => {
      reads += 1;
      if (reads === 2) disk.replace(journalPath, whole);
    });
    expect(await inspect(disk)).toMatchObject({ exitCode: 0, content: { revision: 8 } });
    expect(reads).toBe(2);
  });

  test('and that is really damaged is called so in the end', async () => {
    const disk = await diskWithStore();
    lockFromElsewhere(disk);
    damagePage(disk, 2);
    let reads = 0;
    whileReading(disk, snapshotPath, () => {
      reads += 1;
    });
    expect(await inspect(disk)).toMatchObject({ exitCode: 1 });
    expect(reads).toBe(maxInspectAttempts);
  });

  test('is refused to every other command with its owner', async () => {
    const disk = await diskWithStore();
    lockFromElsewhere(disk);
    const before = fingerprint(disk);
    for (const args of [['verify'], ['recover', '--yes'], ['export', '--output', '/disk/x'], ['import']]) {
      const [name = '', ...options] = args;
      expect(await documentOnDisk(disk, [name, snapshotPath, ...options])).toMatchObject({
        command: name,
        exitCode: 3,
        code: 'locked',
        owner: { pid: 77, host: 'elsewhere' },
      });
    }
    expect(fingerprint(disk)).toEqual(before);
  });
});
