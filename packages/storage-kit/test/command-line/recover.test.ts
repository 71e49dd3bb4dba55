import { describe, expect, test } from 'vitest';
import type { RecoverDocument } from '../../src/command-line/documents.js';
import { encodeFrame } from '../../src/encoding/frame.js';
import { encodeSegmentHeader } from '../../src/journal/segment-format.js';
import { maxOriginalsFolders } from '../../src/limits.js';
import { openDatabase } from '../../src/sqlite/snapshot-schema.js';
import { loadEngine } from '../../src/sqlite/sqlite-engine.js';
import { commitValue, openOnDisk, readValue, segmentPath, snapshotPath } from '../disk-store.js';
import { SimulatedDisk, systemError } from '../simulated-disk.js';
import {
  damage,
  damagePage,
  diskWithStore,
  documentOnDisk,
  fingerprint,
  indexIn,
  journalPath,
  runOnDisk,
} from './run-on-disk.js';

const originals = `${snapshotPath}.before-recovery-1`;

async function recover(disk: SimulatedDisk, ...options: readonly string[]): Promise<RecoverDocument> {
  const document = await documentOnDisk(disk, ['recover', snapshotPath, ...options]);
  if (!('lost' in document)) throw new Error(JSON.stringify(document));
  return document;
}

/** The keys that a store on the disk has, each with the value that was put. */
async function keysOf(disk: SimulatedDisk): Promise<string> {
  const store = await openOnDisk(disk);
  let keys = '';
  for (const key of 'abcdefgh') if ((await readValue(store, key)) === `value of ${key}`) keys += key;
  await store.close();
  return keys;
}

async function withStore(
  disk: SimulatedDisk,
  work: (store: Awaited<ReturnType<typeof openOnDisk>>) => Promise<unknown>,
): Promise<void> {
  const store = await openOnDisk(disk);
  await work(store);
  await store.close();
}

/** A store whose commits 5 and 7 are damaged in the journal. */
async function diskWithDamagedJournal(): Promise<SimulatedDisk> {
  const disk = await diskWithStore();
  damage(disk, journalPath, indexIn(disk, journalPath, 'value of f'));
  return disk;
}

async function changeSnapshot(disk: SimulatedDisk, statement: string): Promise<void> {
  const engine = await loadEngine(undefined);
  const database = openDatabase(engine, snapshotPath, disk.files[snapshotPath] ?? new Uint8Array());
  database.exec(statement);
  disk.replace(snapshotPath, database.export());
  database.close();
}

test('a sound store is left as it is', async () => {
  const disk = await diskWithStore();
  disk.replace(`${snapshotPath}.lock`, undefined);
  const before = fingerprint(disk);
  expect(await recover(disk, '--yes')).toMatchObject({ exitCode: 0, sound: true, written: false });
  expect((await runOnDisk(disk, ['recover', snapshotPath])).output).toContain('nothing to recover');
  expect(fingerprint(disk)).toEqual(before);
});

test.each([
  ['of no kind that is known', 'CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)'],
  [
    'of a store with backend sqlite-file',
    `PRAGMA application_id = 0x63686766;
     CREATE TABLE records (id INTEGER PRIMARY KEY, namespace TEXT, key TEXT, value TEXT, revision INTEGER);
     CREATE TABLE position (id INTEGER PRIMARY KEY, revision INTEGER);
     INSERT INTO position VALUES (1, 1)`,
  ],
])('an SQLite file %s is refused rather than replaced', async (_name, schema) => {
  const { Database } = await loadEngine(undefined);
  const database = new Database();
  database.exec(schema);
  const disk = new SimulatedDisk();
  disk.replace(snapshotPath, database.export());
  database.close();
  const before = fingerprint(disk);
  for (const args of [['verify'], ['recover', '--yes']]) {
    const [name = '', ...options] = args;
    expect(await documentOnDisk(disk, [name, snapshotPath, ...options])).toMatchObject({
      exitCode: 4,
      code: 'unsupported-format',
      file: snapshotPath,
    });
  }
  expect(fingerprint(disk)).toEqual(before);
});

test('a store whose file lost its application id alone is recovered whole', async () => {
  const disk = await diskWithStore();
  damage(disk, snapshotPath, 70);
  expect(await recover(disk, '--yes')).toMatchObject({ written: true, lost: { records: [] } });
  expect(await keysOf(disk)).toBe('abcdefgh');
});

describe('without consent', () => {
  test('the plan is told, nothing is written, and the exit code says that it is damaged', async () => {
    const disk = await diskWithDamagedJournal();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = fingerprint(disk);
    expect(await recover(disk)).toMatchObject({
      exitCode: 1,
      sound: false,
      written: false,
      kept: { records: 5, commits: [{ from: 5, to: 5 }] },
      lost: {
        records: [],
        commits: [{ from: 6, to: 6 }],
        commitsPastDamage: [{ from: 7, to: 8 }],
        journalBytes: expect.any(Number),
      },
    });
    const { output, exitCode } = await runOnDisk(disk, ['recover', snapshotPath]);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/Kept\n {2}5 records.*Lost\n {2}commit 6\n {2}commits 7 to 8.*--past-damage/s);
    expect(output).toContain('Nothing was written. Agree with --yes');
    expect(fingerprint(disk)).toEqual(before);
  });

  test('somebody at a terminal is asked after the plan, and a no changes nothing', async () => {
    const disk = await diskWithDamagedJournal();
    const questions: string[] = [];
    const answering = (answer: boolean) => async (question: string) => {
      questions.push(question);
      return answer;
    };
    const refused = await runOnDisk(disk, ['recover', snapshotPath], { confirm: answering(false) });
    expect(refused.exitCode).toBe(1);
    expect(disk.files[originals]).toBeUndefined();
    const agreed = await runOnDisk(disk, ['recover', snapshotPath], { confirm: answering(true) });
    expect(agreed.exitCode).toBe(0);
    expect(agreed.output).toContain(originals);
    expect(questions).toHaveLength(2);
    expect(await keysOf(disk)).toBe('abcde');
  });

  test('nobody is asked when a document is wanted', async () => {
    const disk = await diskWithDamagedJournal();
    const confirm = () => Promise.reject(new Error('asked'));
    expect(await documentOnDisk(disk, ['recover', snapshotPath], { confirm })).toMatchObject({ exitCode: 1 });
  });
});

describe('a damaged journal', () => {
  test('counts up to its first damage, and its commits get no revision that was given before', async () => {
    const disk = await diskWithDamagedJournal();
    const { kept } = await recover(disk, '--yes');
    expect(kept.revision).toBeGreaterThanOrEqual(8);
    expect(await keysOf(disk)).toBe('abcde');
    await withStore(disk, async (store) => {
      expect(await commitValue(store, 'i', 1)).toBe(kept.revision + 1);
    });
  });

  test('counts behind its damage too when that is asked for, and the mixture is named', async () => {
    const disk = await diskWithDamagedJournal();
    expect(await recover(disk, '--past-damage')).toMatchObject({
      kept: {
        commits: [
          { from: 5, to: 5 },
          { from: 7, to: 8 },
        ],
      },
      lost: { commits: [{ from: 6, to: 6 }], commitsPastDamage: [] },
      mixed: true,
    });
    const { output } = await runOnDisk(disk, ['recover', snapshotPath, '--past-damage', '--yes']);
    expect(output).toContain('may no longer fit together');
    expect(await keysOf(disk)).toBe('abcdegh');
  });

  test('with damage at its end loses what was there, and leaves room for its revisions', async () => {
    const disk = await diskWithStore();
    damage(disk, journalPath, indexIn(disk, journalPath, 'value of h'));
    const { kept, lost } = await recover(disk, '--yes');
    expect(lost).toMatchObject({ commits: [], commitsPastDamage: [] });
    expect(lost.journalBytes).toBeGreaterThan(0);
    expect(kept.revision).toBeGreaterThan(7);
    expect(await keysOf(disk)).toBe('abcdefg');
  });

  test('with a damaged header loses nothing when its commits follow one another', async () => {
    const disk = await diskWithStore();
    damage(disk, journalPath, 3);
    expect(await recover(disk, '--yes')).toMatchObject({
      lost: { records: [], commits: [], commitsPastDamage: [] },
    });
    expect(await keysOf(disk)).toBe('abcdefgh');
  });

  test('that lacks a segment counts up to there', async () => {
    const disk = await diskWithStore();
    const frame = encodeFrame([
      { revision: 11, changes: [{ key: { namespace: 'test', key: 'i' }, text: '1' }] },
    ]);
    disk.replace(segmentPath(4), Buffer.concat([encodeSegmentHeader(4), frame]));
    expect(await recover(disk, '--yes')).toMatchObject({
      lost: { commits: [{ from: 9, to: 10 }], commitsPastDamage: [{ from: 11, to: 11 }] },
    });
    expect(await keysOf(disk)).toBe('abcdefgh');
    expect(disk.files[segmentPath(4)]).toBeUndefined();
  });

  test('that holds a value which is none loses that record, and not the one before it', async () => {
    const disk = await diskWithStore();
    const bytes = Buffer.from(disk.files[journalPath] ?? '');
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const key = { namespace: 'test', key: 'a' };
    encodeFrame([{ revision: 9, changes: [{ key, text: '{' }] }]).forEach((byte, index) => {
      bytes[end + index] = byte;
    });
    disk.replace(journalPath, bytes);
    expect(await recover(disk, '--yes')).toMatchObject({ lost: { records: [key] } });
    expect(await keysOf(disk)).toBe('bcdefgh');
  });
});

describe('a damaged snapshot', () => {
  test('whose records cannot be read loses those that the journal does not write, and names them', async () => {
    const disk = await diskWithStore();
    await withStore(disk, (store) => commitValue(store, 'later', 1));
    const store = await openOnDisk(disk);
    await commitValue(store, 'b', 'value of b');
    damagePage(disk, 2);
    const { lost, kept } = await recover(disk, '--yes');
    expect(lost.records.map(({ key }) => key)).toEqual(['a', 'c', 'd', 'e', 'f', 'g', 'h', 'later']);
    expect(lost.unreadablePlaces).toBe(1);
    expect(kept.revision).toBe(10);
    expect(await keysOf(disk)).toBe('b');
  });

  test.each([
    ['index', 3],
    ['position', 4],
    ['header and schema', 1],
  ])('whose %s is damaged loses nothing', async (_name, page) => {
    const disk = await diskWithStore();
    damagePage(disk, page);
    expect(await recover(disk, '--yes')).toMatchObject({
      exitCode: 0,
      written: true,
      kept: { records: 8 },
      lost: { records: [], commits: [], commitsPastDamage: [], unreadablePlaces: 0, journalBytes: 0 },
    });
    expect(await keysOf(disk)).toBe('abcdefgh');
  });

  test('with a value that is no JSON loses that record, unless the journal replaced or deleted it', async () => {
    const disk = await diskWithStore();
    damage(disk, snapshotPath, indexIn(disk, snapshotPath, '"value of b"'));
    expect(await recover(disk)).toMatchObject({ lost: { records: [{ namespace: 'test', key: 'b' }] } });
    const plan = await runOnDisk(disk, ['recover', snapshotPath]);
    expect(plan.output).toContain('1 record of the snapshot:\n    test/b');
    const store = await openOnDisk(disk);
    const transaction = await store.beginTransaction();
    await transaction.delete({ namespace: 'test', key: 'b' });
    await transaction.commit();
    expect(await recover(disk, '--yes')).toMatchObject({ exitCode: 0, lost: { records: [] } });
    expect(await keysOf(disk)).toBe('acdefgh');
  });

  test.each([
    ['earlier', 'UPDATE position SET revision = 2'],
    ['later', 'UPDATE position SET revision = 7'],
    ['behind its journal', 'UPDATE position SET first_segment = 9'],
  ])('that stands %s than it says loses nothing', async (_name, statement) => {
    const disk = await diskWithStore();
    await changeSnapshot(disk, statement);
    expect(await recover(disk, '--yes')).toMatchObject({ exitCode: 0, kept: { records: 8, revision: 8 } });
    expect(await keysOf(disk)).toBe('abcdefgh');
  });

  test('that is missing leaves nothing to build the journal on', async () => {
    const disk = await diskWithStore();
    disk.replace(snapshotPath, undefined);
    expect(await recover(disk)).toMatchObject({
      kept: { records: 0 },
      lost: { commits: [{ from: 1, to: 4 }], commitsPastDamage: [{ from: 5, to: 8 }] },
    });
    await recover(disk, '--past-damage', '--yes');
    expect(await keysOf(disk)).toBe('efgh');
  });

  test('that is missing or rubbish is built anew from a journal that tells all', async () => {
    for (const content of [undefined, Buffer.from('rubbish'.repeat(999))]) {
      const disk = await diskWithStore();
      const frames = 'abc'.split('').map((key, index) =>
        encodeFrame([
          {
            revision: index + 1,
            changes: [{ key: { namespace: 'test', key }, text: `"value of ${key}"` }],
          },
        ]),
      );
      disk.replace(journalPath, undefined);
      disk.replace(segmentPath(1), Buffer.concat([encodeSegmentHeader(1), ...frames]));
      disk.replace(snapshotPath, content);
      expect(await recover(disk, '--yes')).toMatchObject({ lost: { records: [], commits: [] } });
      expect(await keysOf(disk)).toBe('abc');
    }
  });
});

describe('the originals', () => {
  test('are all kept under their names before anything is replaced', async () => {
    const disk = await diskWithDamagedJournal();
    const { [`${snapshotPath}.lock`]: _, ...before } = fingerprint(disk);
    expect(await recover(disk, '--yes')).toMatchObject({ originals });
    const after = fingerprint(disk);
    const copies = Object.entries(after).filter(([path]) => path.startsWith(`${originals}/`));
    expect(
      Object.fromEntries(copies.map(([path, bytes]) => [path.replace(originals, '/disk'), bytes])),
    ).toEqual(before);
  });

  test('of each recovery have a folder of their own', async () => {
    const disk = await diskWithDamagedJournal();
    await recover(disk, '--yes');
    damagePage(disk, 3);
    expect(await recover(disk, '--yes')).toMatchObject({ originals: `${snapshotPath}.before-recovery-2` });
  });

  test('may fill as many folders as the limit says, and not one more', async () => {
    const disk = await diskWithDamagedJournal();
    for (let number = 1; number < maxOriginalsFolders; number += 1) {
      await disk.makeFolder(`${snapshotPath}.before-recovery-${number}`);
    }
    const last = disk.copy();
    expect(await recover(last, '--yes')).toMatchObject({ written: true });
    await disk.makeFolder(`${snapshotPath}.before-recovery-${maxOriginalsFolders}`);
    expect(await documentOnDisk(disk, ['recover', snapshotPath, '--yes'])).toMatchObject({
      exitCode: 4,
      code: 'unavailable',
    });
  });

  test('that do not fit on the disk leave the store as it was, and no folder', async () => {
    const disk = await diskWithDamagedJournal();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = fingerprint(disk);
    disk.beforeStep = ({ operation, path }) => {
      if (operation === 'write' && path.endsWith('-00000002')) throw systemError('ENOSPC', path);
    };
    expect(await documentOnDisk(disk, ['recover', snapshotPath, '--yes'])).toMatchObject({
      exitCode: 4,
      code: 'io',
    });
    expect(fingerprint(disk)).toEqual(before);
    expect(await disk.list('/disk')).not.toContain('state.sqlite.before-recovery-1');
  });

  test.each([
    ['the first of them', `${originals}/state.sqlite`],
    ['the last of them', `${originals}/state.sqlite.segment-00000002`],
  ])('are removed again when a signal comes while %s is copied', async (_name, copy) => {
    const disk = await diskWithDamagedJournal();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = fingerprint(disk);
    const interruption = new AbortController();
    disk.beforeStep = ({ operation, path }) => {
      if (operation === 'sync' && path === copy) interruption.abort();
    };
    const { exitCode } = await runOnDisk(disk, ['recover', snapshotPath, '--yes'], {
      signal: interruption.signal,
    });
    expect(exitCode).toBe(130);
    expect(fingerprint(disk)).toEqual(before);
    expect(await disk.list('/disk')).not.toContain('state.sqlite.before-recovery-1');
  });
});
