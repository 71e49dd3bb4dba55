import { describe, expect, test } from 'vitest';
import { crc32c } from '../../src/encoding/crc32c.js';
import { encodeFrame } from '../../src/encoding/frame.js';
import { encodeSegmentHeader } from '../../src/journal/segment-format.js';
import { maxReportedFaults } from '../../src/limits.js';
import { createDatabase, openDatabase } from '../../src/sqlite/snapshot-schema.js';
import { loadEngine } from '../../src/sqlite/sqlite-engine.js';
import { openOnDisk, segmentPath, snapshotPath } from '../disk-store.js';
import { SimulatedDisk } from '../simulated-disk.js';
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

const verify = (disk: SimulatedDisk) => documentOnDisk(disk, ['verify', snapshotPath]);

/** A snapshot as somebody made it who is no store. */
async function snapshotWith(...statements: readonly string[]): Promise<SimulatedDisk> {
  const database = createDatabase(await loadEngine(undefined));
  for (const statement of statements) database.exec(statement);
  const disk = new SimulatedDisk();
  disk.replace(snapshotPath, database.export());
  database.close();
  return disk;
}

describe('a sound store', () => {
  test('is reported with what it holds, and no file of it is changed', async () => {
    const disk = await diskWithStore();
    disk.replace(`${snapshotPath}.lock`, undefined);
    const before = fingerprint(disk);
    expect(await verify(disk)).toMatchObject({
      command: 'verify',
      exitCode: 0,
      path: snapshotPath,
      sound: true,
      revision: 8,
      snapshot: { records: 4 },
      journal: { segments: 1, commits: 4 },
      faults: [],
      faultsNotListed: 0,
    });
    expect(fingerprint(disk)).toEqual(before);
  });

  test('with a torn tail is sound, and the tail is reported', async () => {
    const disk = await diskWithStore();
    const end = indexIn(disk, journalPath, 'value of h');
    disk.replace(journalPath, disk.files[journalPath]?.slice(0, end));
    const document = await verify(disk);
    expect(document).toMatchObject({ sound: true, revision: 7, tornTail: { file: journalPath } });
    const { output, exitCode } = await runOnDisk(disk, ['verify', snapshotPath]);
    expect(exitCode).toBe(0);
    expect(output).toMatch(/is sound\n.*torn tail: \d+ bytes of /s);
  });

  test('with a segment that was being begun is sound', async () => {
    const disk = await diskWithStore();
    disk.replace(segmentPath(3), encodeSegmentHeader(3).slice(0, 7));
    expect(await verify(disk)).toMatchObject({ sound: true, revision: 8 });
  });

  test('whose folded segments were not deleted yet is sound, whatever is left of them', async () => {
    const disk = await diskWithStore();
    const stale = Buffer.from(disk.files[journalPath] ?? '');
    await (await openOnDisk(disk)).close();
    disk.replace(journalPath, stale);
    expect(await verify(disk)).toMatchObject({ sound: true, revision: 8 });
    disk.replace(journalPath, stale.fill(0x77, 3, 300));
    expect(await verify(disk)).toMatchObject({ sound: true, revision: 8 });
  });
});

describe('a damaged store', () => {
  test('is reported with every fault at once: snapshot, record, frame, header and gap', async () => {
    const disk = await diskWithStore();
    damage(disk, snapshotPath, indexIn(disk, snapshotPath, '"value of b"'));
    damage(disk, journalPath, indexIn(disk, journalPath, 'value of e'));
    damage(disk, journalPath, indexIn(disk, journalPath, 'value of g'));
    damage(disk, journalPath, 3);
    disk.replace(segmentPath(5), encodeSegmentHeader(5));
    const document = await verify(disk);
    expect(document).toMatchObject({ exitCode: 1, sound: false, revision: 8 });
    const faults = 'faults' in document ? document.faults : [];
    expect(faults.map(({ file, message }) => [file, message])).toEqual([
      [snapshotPath, expect.stringContaining('is no JSON')],
      [journalPath, expect.stringContaining('checksum')],
      [journalPath, 'commit 6 comes, but 5 should have come before it'],
      [journalPath, 'a frame does not have its checksum'],
      [journalPath, 'commit 8 comes, but 7 should have come before it'],
      [segmentPath(3), 'it is missing, and so are all up to 4, but a later part of the journal is there'],
    ]);
    expect(faults[0]).toMatchObject({ key: { namespace: 'test', key: 'b' }, offset: expect.any(Number) });
    const { output, exitCode } = await runOnDisk(disk, ['verify', snapshotPath]);
    expect(exitCode).toBe(1);
    expect(output).toContain('is damaged: 6 faults');
    expect(output).toContain('storage-kit recover');
  });

  test.each([
    ['the page of the records', 2, /SQLite says|page 2/],
    ['the page of their index', 3, /SQLite says/],
    ['the page of the position', 4, /with which commit it ends/],
    ['the first page', 1, /no SQLite file/],
  ])('names %s', async (_name, page, message) => {
    const disk = await diskWithStore();
    damagePage(disk, page);
    const document = await verify(disk);
    expect(document.exitCode).toBe(1);
    const messages = 'faults' in document ? document.faults.map((fault) => fault.message) : [];
    expect(messages.join('\n')).toMatch(message);
  });

  test('that lacks its snapshot is one', async () => {
    const disk = await diskWithStore();
    disk.replace(snapshotPath, undefined);
    expect(await verify(disk)).toMatchObject({ exitCode: 1, snapshot: { bytes: 0, records: 0 } });
  });

  test('whose snapshot was cut short is told by how long it should be', async () => {
    const disk = await diskWithStore();
    const bytes = disk.files[snapshotPath] ?? new Uint8Array();
    disk.replace(snapshotPath, bytes.slice(0, -100));
    const document = await verify(disk);
    expect(document.exitCode).toBe(1);
    expect('faults' in document && document.faults[0]).toEqual({
      file: snapshotPath,
      offset: bytes.length - 100,
      message: `it should have ${bytes.length} bytes`,
    });
  });

  test('is one with a segment that ends too early before another one', async () => {
    const disk = await diskWithStore();
    disk.replace(segmentPath(3), encodeSegmentHeader(3));
    const end = indexIn(disk, journalPath, 'value of h');
    disk.replace(journalPath, disk.files[journalPath]?.slice(0, end));
    expect(await verify(disk)).toMatchObject({ exitCode: 1, faults: [{ message: 'it ends too early' }] });
  });
});

describe('a record that no store accepts', () => {
  const insert = (key: string, value: string, revision = 1) =>
    `INSERT INTO records (namespace, key, value, revision) VALUES ('n', ${key}, ${value}, ${revision})`;

  test.each([
    ['a key with a control character', insert("char(7) || 'bell'", "'1'"), /control character/],
    ['a key that is too long', insert("printf('%.*c', 1025, 'k')", "'1'"), /longer than 1024 bytes/],
    ['a value that is no JSON', insert("'k'", "'{'"), /no JSON/],
    ['a value that is too deep', insert("'k'", "printf('%.*c%.*c', 513, '[', 513, ']')"), /deeper than 512/],
    ['a value that is too large', insert("'k'", "printf('\"%.*c\"', 4194303, 'x')"), /keep each record to/],
    ['a revision that is none', insert("'k'", "'1'", 0), /no revision/],
    ['a revision beyond the last commit', insert("'k'", "'1'", 5), /by commit 5, but .* ends with commit 3/],
  ])('is reported: %s', async (_name, statement, message) => {
    const disk = await snapshotWith(statement, 'UPDATE position SET revision = 3');
    expect(await verify(disk)).toMatchObject({
      exitCode: 1,
      faults: [
        {
          file: snapshotPath,
          offset: expect.any(Number),
          key: { namespace: 'n' },
          message: expect.stringMatching(message),
        },
      ],
    });
  });

  test.each([
    ['a key of the greatest length', insert("printf('%.*c', 1024, 'k')", "'1'")],
    ['a value of the greatest depth', insert("'k'", "printf('%.*c%.*c', 512, '[', 512, ']')")],
    ['a value of the greatest size', insert("'k'", "printf('\"%.*c\"', 4194302, 'x')")],
  ])('is not %s', async (_name, statement) => {
    const disk = await snapshotWith(statement, 'UPDATE position SET revision = 3');
    expect(await verify(disk)).toMatchObject({ exitCode: 0 });
  });

  test('is found in the journal too, although its frame has a sound checksum', async () => {
    const disk = await snapshotWith();
    const key = { namespace: 'n', key: 'k' };
    const frame = encodeFrame([{ revision: 1, changes: [{ key, text: '{' }] }]);
    disk.replace(segmentPath(1), Buffer.concat([encodeSegmentHeader(1), frame]));
    expect(await verify(disk)).toMatchObject({ exitCode: 1, faults: [{ key, offset: 20 }] });
  });

  test('cannot ring the bell of a terminal', async () => {
    const disk = await snapshotWith(insert("char(27) || '[2J' || char(7)", "'{'"));
    const { output } = await runOnDisk(disk, ['verify', snapshotPath]);
    expect(output).not.toMatch(/[^\P{Cc}\n]/u);
    expect(output).toContain('\\u001b[2J');
  });
});

test('faults beyond those that are listed are counted', async () => {
  const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxReportedFaults + 2})
    INSERT INTO records (namespace, key, value, revision) SELECT 'n', 'k' || i, '{', 1 FROM n`;
  const disk = await snapshotWith(rows, 'UPDATE position SET revision = 1');
  const document = await verify(disk);
  expect(document).toMatchObject({ exitCode: 1, faultsNotListed: 2 });
  expect('faults' in document && document.faults).toHaveLength(maxReportedFaults);
  const { output } = await runOnDisk(disk, ['verify', snapshotPath]);
  expect(output).toContain('and 2 more faults');
});

test('a position that was changed is found by what the journal says', async () => {
  const disk = await diskWithStore();
  const engine = await loadEngine(undefined);
  for (const [revision, firstSegment, message] of [
    [6, 2, 'it begins with commit 5, but the snapshot ends with 6'],
    [4, 3, 'commit 5 is in it, and not in the snapshot that is said to hold it'],
  ] as const) {
    const changed = disk.copy();
    const database = openDatabase(engine, snapshotPath, disk.files[snapshotPath] ?? new Uint8Array());
    database.exec(`UPDATE position SET revision = ${revision}, first_segment = ${firstSegment}`);
    changed.replace(snapshotPath, database.export());
    database.close();
    const document = await verify(changed);
    const messages = 'faults' in document ? document.faults.map((fault) => fault.message) : [];
    expect(messages).toContain(message);
  }
});

test('a commit that comes twice is reported', async () => {
  const disk = await diskWithStore();
  const bytes = Buffer.from(disk.files[journalPath] ?? '');
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const frameBytes = 12 + bytes.readUInt32LE(20);
  bytes.copy(bytes, end, 20, 20 + frameBytes);
  disk.replace(journalPath, bytes);
  expect(await verify(disk)).toMatchObject({
    exitCode: 1,
    faults: [{ file: journalPath, offset: end, message: 'commit 5 comes again, after 8' }],
  });
});

test('a newer format is no damage: it is refused as what it is', async () => {
  const disk = await diskWithStore();
  const header = Buffer.from(disk.files[journalPath] ?? '');
  header.writeUInt32LE(9, 8);
  header.writeUInt32LE(crc32c(header.subarray(0, 16)), 16);
  disk.replace(journalPath, header);
  expect(await verify(disk)).toMatchObject({ exitCode: 4, code: 'unsupported-format', version: 9 });
});
