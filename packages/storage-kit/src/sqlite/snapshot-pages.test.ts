import { beforeAll, expect, test } from 'vitest';
import { stateKey } from '../model/state-key.js';
import type { Change } from '../transaction/commit-group.js';
import { SnapshotPages } from './snapshot-pages.js';
import { createDatabase } from './snapshot-schema.js';
import { loadEngine, type SqliteEngine } from './sqlite-engine.js';
import { SqliteTable } from './sqlite-table.js';

let engine: SqliteEngine;

beforeAll(async () => {
  engine = await loadEngine(undefined);
});

const pageBytes = 4096;

/** A snapshot with records of many sizes, some of them deleted again. What it holds by key. */
function makeSnapshot(count: number): {
  readonly bytes: Buffer;
  readonly values: ReadonlyMap<string, string>;
} {
  const table = new SqliteTable(createDatabase(engine));
  const values = new Map<string, string>();
  const changes: Change[] = [];
  for (let number = 0; number < count; number += 1) {
    const key = stateKey('test', `${'ä'.repeat((number * 23) % 500)}-${number}`);
    const text = JSON.stringify('ü'.repeat((number * 113) % 9000));
    changes.push({ key, text });
    values.set(key.key, text);
  }
  table.apply([{ revision: 7, changes }]);
  const deleted = changes.filter((_, index) => index % 3 === 0).map(({ key }) => ({ key, text: undefined }));
  table.apply([{ revision: 9, changes: deleted }]);
  for (const { key } of deleted) values.delete(key.key);
  const bytes = Buffer.from(table.export(5));
  table.close();
  return { bytes, values };
}

function readAll(pages: SnapshotPages): { readonly values: Map<string, string>; readonly faults: number } {
  const values = new Map<string, string>();
  let faults = 0;
  for (const row of pages.rows()) {
    if (row.kind === 'row') values.set(row.key.key, row.text);
    else faults += 1;
  }
  return { values, faults };
}

/** Pages by their type: a page of a b-tree begins with it. */
function pagesOfType(bytes: Buffer, type: number): readonly number[] {
  const count = bytes.length / pageBytes;
  return Array.from({ length: count }, (_, index) => index + 1).filter(
    (page) => page > 1 && bytes[(page - 1) * pageBytes] === type,
  );
}

function blank(bytes: Buffer, page: number): Buffer {
  return Buffer.from(bytes).fill(0xff, (page - 1) * pageBytes, page * pageBytes);
}

test('a sound snapshot is read as SQLite reads it: records, keys and position', () => {
  const { bytes, values } = makeSnapshot(120);
  const pages = new SnapshotPages(bytes, true);
  expect(readAll(pages)).toEqual({ values, faults: 0 });
  // Long keys would make an unreadable message of a difference.
  const names = (keys: Iterable<string | undefined>) =>
    [...keys].map((key) => String(key).replace(/ä+/, '')).sort();
  expect(names([...pages.keys()].map((key) => key?.key))).toEqual(names(values.keys()));
  expect(pages.position()).toEqual({ revision: 9, firstSegment: 5 });
});

test('a damaged leaf costs the records on it, and none comes back that was deleted', () => {
  const { bytes, values } = makeSnapshot(120);
  for (const leaf of pagesOfType(bytes, 0x0d).filter((page) => page !== 4)) {
    const read = readAll(new SnapshotPages(blank(bytes, leaf), true));
    expect([...read.values].filter(([key, text]) => values.get(key) !== text)).toHaveLength(0);
    expect(values.size - read.values.size).toBeLessThan(40);
  }
});

test('a damaged page that leads to leaves costs no record', () => {
  const { bytes, values } = makeSnapshot(120);
  const [interior = 0] = pagesOfType(bytes, 0x05);
  expect(interior).toBe(2);
  const read = readAll(new SnapshotPages(blank(bytes, interior), true));
  expect(read.values).toEqual(values);
  expect(read.faults).toBe(1);
});

test('a damaged index costs no record', () => {
  const { bytes, values } = makeSnapshot(120);
  const pages = new SnapshotPages(blank(bytes, 3), true);
  expect(readAll(pages)).toEqual({ values, faults: 0 });
  expect([...pages.keys()]).toEqual([undefined]);
});

test('a damaged first page costs no record: every snapshot has its tables in the same places', () => {
  const { bytes, values } = makeSnapshot(120);
  const pages = new SnapshotPages(blank(bytes, 1), false);
  expect(readAll(pages)).toEqual({ values, faults: 0 });
  expect(pages.position()).toEqual({ revision: 9, firstSegment: 5 });
});

test('a file that was cut short is read as far as it goes', () => {
  const { bytes, values } = makeSnapshot(120);
  for (let pages = 1; pages < bytes.length / pageBytes; pages += 3) {
    const read = readAll(new SnapshotPages(bytes.subarray(0, pages * pageBytes - 9), false));
    expect([...read.values].filter(([key, text]) => values.get(key) !== text)).toHaveLength(0);
  }
});

test('whatever stands in the bytes, reading ends and throws nothing', () => {
  const { bytes } = makeSnapshot(60);
  let state = 1;
  const random = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
  for (let round = 0; round < 400; round += 1) {
    const damaged = Buffer.from(bytes);
    for (let flips = 0; flips < 40; flips += 1) {
      // Headers and pointers lie at the beginning of the pages.
      const page = random(damaged.length / pageBytes);
      damaged[page * pageBytes + random(flips % 2 === 0 ? 100 : pageBytes)] = random(256);
    }
    const pages = new SnapshotPages(damaged, round % 2 === 0);
    expect(() => [readAll(pages), [...pages.keys()], pages.position()]).not.toThrow();
  }
});

test('rows as other programs write them are read: every type of value', () => {
  const database = createDatabase(engine);
  for (const revision of [0, 1, 2, 200, 70_000, 9_000_000, 5_000_000_000, 2 ** 50, -3]) {
    database.run("INSERT INTO records (namespace, key, value, revision) VALUES ('n', ?, '1', ?)", [
      `k${revision}`,
      revision,
    ]);
  }
  database.run(
    "INSERT INTO records (namespace, key, value, revision) VALUES ('n', 'real', '1', 1.5), ('n', 'blob', x'00', 1)",
  );
  const pages = new SnapshotPages(database.export(), true);
  const revisions = [...pages.rows()].map((row) => (row.kind === 'row' ? row.revision : row.reason));
  expect(revisions).toEqual([
    0,
    1,
    2,
    200,
    70_000,
    9_000_000,
    5_000_000_000,
    2 ** 50,
    -3,
    1.5,
    'the record n/blob has no readable value',
  ]);
  database.close();
});
