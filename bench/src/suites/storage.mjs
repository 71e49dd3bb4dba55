import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, timed } from '../measure.mjs';
import { openBetterSqlite3 } from '../subjects/better-sqlite3.mjs';
import { openChangeover } from '../subjects/changeover.mjs';
import { openSqlJsExport } from '../subjects/sql-js-export.mjs';

const records = 10_000;
const rounds = 9;
let written = 0;
/** 1 KiB as JSON, and never the same twice: SQLite writes and syncs nothing for a row that does not change. */
function freshValue() {
  written += 1;
  return { text: `${written}`.padStart(1013, 'x') };
}

const keyOf = (index) => `record-${String(index % records).padStart(6, '0')}`;

const ours = 'storage-kit sqlite (fsync)';
const native = 'better-sqlite3 (WAL, synchronous=FULL)';
const exported = 'sql.js, export and fsync per commit';

/** Durable commits and loads of records of 1 KiB, in stores that hold 10,000 of them. */
export async function storageSuite() {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-bench-'));
  const subjects = {
    [ours]: await openChangeover(folder),
    [native]: await openBetterSqlite3(folder),
    [exported]: await openSqlJsExport(folder),
  };
  try {
    await fill(subjects);
    return [
      ...(await commitsOfOne(subjects)),
      ...(await commitsOfMany(subjects)),
      ...(await loads(subjects)),
    ];
  } finally {
    for (const subject of Object.values(subjects)) await subject.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(subjects) {
  const indexes = Array.from({ length: records }, (_, index) => index);
  await Promise.all(indexes.map((index) => subjects[ours].commit(keyOf(index), freshValue())));
  for (const index of indexes) await subjects[native].commit(keyOf(index), freshValue());
  for (const index of indexes) subjects[exported].put(keyOf(index), freshValue());
}

async function commitsOfOne(subjects) {
  const perSecond = await measure(
    {
      [ours]: () => commitRate(subjects[ours], 1, 400),
      [native]: () => commitRate(subjects[native], 1, 400),
      [exported]: () => commitRate(subjects[exported], 1, 5),
    },
    rounds,
  );
  const timeTo = (peer) => perSecond[peer].median / perSecond[ours].median;
  const rateTo = (peer) => perSecond[ours].median / perSecond[peer].median;
  return [
    row('durable commit, 1 writer', ours, perSecond, 'commits/s'),
    row('durable commit, 1 writer', native, perSecond, 'commits/s', {
      ratio: timeTo(native),
      target: '<= 2 of its time',
      met: timeTo(native) <= 2,
    }),
    row('durable commit, 1 writer', exported, perSecond, 'commits/s', {
      ratio: rateTo(exported),
      target: '>= 70 of its rate',
      met: rateTo(exported) >= 70,
    }),
  ];
}

async function commitsOfMany(subjects) {
  const perSecond = await measure(
    {
      [ours]: () => commitRate(subjects[ours], 64, 60),
      [native]: () => commitRate(subjects[native], 64, 10),
    },
    rounds,
  );
  const ratio = perSecond[ours].median / perSecond[native].median;
  return [
    row('durable commits, 64 writers', ours, perSecond, 'commits/s'),
    row('durable commits, 64 writers', native, perSecond, 'commits/s', {
      ratio,
      target: '>= 5 of its rate',
      met: ratio >= 5,
    }),
  ];
}

async function loads(subjects) {
  const micros = await measure(
    { [ours]: () => loadMicros(subjects[ours]), [native]: () => loadMicros(subjects[native]) },
    rounds,
  );
  const ratio = micros[ours].median / micros[native].median;
  return [
    row('load of one record', ours, micros, 'µs'),
    row('load of one record', native, micros, 'µs', { ratio, target: '<= 1 of its time', met: ratio <= 1 }),
  ];
}

/** Commits per second of that many writers, each with records of its own. */
async function commitRate(subject, writers, commitsEach) {
  const elapsedMs = await timed(() =>
    Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const first = Math.floor(Math.random() * (records / writers));
        for (let commit = 0; commit < commitsEach; commit += 1) {
          await subject.commit(
            keyOf(writer + writers * ((first + commit) % Math.floor(records / writers))),
            freshValue(),
          );
        }
      }),
    ),
  );
  return (writers * commitsEach * 1000) / elapsedMs;
}

async function loadMicros(subject) {
  const count = 20_000;
  const elapsedMs = await timed(async () => {
    for (let index = 0; index < count; index += 1) await subject.load(keyOf(index * 7919));
  });
  return (elapsedMs * 1000) / count;
}

function row(name, subject, measured, unit, relation = { ratio: null, target: null, met: null }) {
  const { median, spread } = measured[subject];
  return { case: name, subject, value: median, spread, unit, ...relation };
}
