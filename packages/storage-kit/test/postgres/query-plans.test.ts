import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { StateStore, type StateTransactionBackend, stateKey } from '../../src/index.js';
import { maxConflictChanges } from '../../src/limits.js';
import { postgresStore } from '../../src/postgres/index.js';
import { postgresStatements } from '../../src/postgres/postgres-statements.js';
import { freshSchema, storeOptions } from './test-database.js';

const records = 100_000;
const hotKeys = 50;
const deadVersions = 1000;
const page = 101;
const schema = freshSchema();
const statements = postgresStatements(schema);
let store: StateStore;
/** Begun before anything was written. */
let early: StateTransactionBackend;
const client = new pg.Client({ ...inject('postgres') });

// 100,000 records, of which 50 in their midst have been written 1,000 times each.
beforeAll(async () => {
  await client.connect();
  store = await StateStore.connect(postgresStore(storeOptions({ schema })));
  early = await store.beginTransaction();
  await client.query(`
    INSERT INTO "${schema}".versions (namespace, key, revision, value)
      SELECT 'n', 'k' || to_char(number, 'FM000000'), number, '"value"' FROM generate_series(1, ${records}) AS number;
    INSERT INTO "${schema}".versions (namespace, key, revision, value, ended)
      SELECT 'n', 'k05000' || hot || '!', ${records} + version, '"dead"', ${records} + version + 1
      FROM generate_series(1, ${hotKeys}) AS hot, generate_series(1, ${deadVersions}) AS version;
    INSERT INTO "${schema}".versions (namespace, key, revision, value)
      SELECT 'n', 'k05000' || hot || '!', ${records + deadVersions + 1}, '"hot"' FROM generate_series(1, ${hotKeys}) AS hot;
    UPDATE "${schema}".store SET revision = ${records + deadVersions + 1};
    ANALYZE "${schema}".versions`);
});

afterAll(async () => {
  await store.close();
  await client.end();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** How the statement was run: the ways in which versions were read, and how many of them were looked at. */
async function planOf(statement: string, values: readonly unknown[]) {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, [...values]);
  const nodes = flatten(rows[0]['QUERY PLAN'][0].Plan);
  const reads = nodes.filter((node) => node['Relation Name'] === 'versions');
  return {
    ways: new Set(reads.map((node) => node['Node Type'])),
    versions: reads.reduce(
      (sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
      0,
    ),
  };
}

function flatten(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

const last = records + deadVersions + 1;

test.each([
  ['from the beginning', ['', '', null]],
  ['from the middle on', ['', 'k060000', null]],
  ['by a prefix', ['k0700', '', 'k0701']],
  ['over records with many dead versions', ['k050', '', 'k051']],
])('a list of the newest records %s looks at few more versions than it returns', async (_name, bounds) => {
  const plan = await planOf(statements.scan, ['n', ...bounds, Number.MAX_SAFE_INTEGER, page]);
  expect(plan.versions).toBeLessThanOrEqual(2 * page);
  expect(plan.ways).not.toContain('Seq Scan');
});

test('a list of a recent snapshot looks at the records that it returns, and at those overwritten since', async () => {
  const plan = await planOf(statements.scan, ['n', '', '', null, last - 2, page]);
  expect(plan.versions).toBeLessThanOrEqual(page + 2 * hotKeys);
  expect(plan.ways).not.toContain('Seq Scan');
});

test.each([
  ['the newest', Number.MAX_SAFE_INTEGER],
  ['an old', records + 5],
])('%s state of a record with many dead versions is found by looking at one', async (_name, at) => {
  const plan = await planOf(statements.get, ['n', 'k050001!', at]);
  expect(plan).toMatchObject({ versions: 1 });
});

test('a watch looks at what was committed since, whatever lies before', async () => {
  const plan = await planOf(statements.changes, ['n', '', '', null, last - 2]);
  expect(plan.versions).toBeLessThanOrEqual(3 * hotKeys);
  expect(plan.ways).not.toContain('Seq Scan');
});

test('a commit is checked against what was committed since, whatever lies before', async () => {
  const plan = await planOf(statements.changedSince(last - 2), []);
  expect(plan.versions).toBeLessThanOrEqual(3 * hotKeys);
});

test('a commit finds what it overwrites without looking at dead versions', async () => {
  await client.query('BEGIN');
  const written = [
    ['n'],
    ['k050001!'],
    ['"new"'],
    [last + 1],
    last + 1,
    '00000000-0000-0000-0000-000000000001',
  ];
  const plan = await planOf(statements.write, written);
  await client.query('ROLLBACK');
  expect(plan.versions).toBeLessThanOrEqual(5);
  expect(plan.ways).not.toContain('Seq Scan');
});

test('what may be removed is found without looking at what is kept', async () => {
  await client.query('BEGIN');
  await client.query(`UPDATE "${schema}".store SET oldest = ${records + 3}`);
  const plan = await planOf(statements.removeVersions, []);
  await client.query('ROLLBACK');
  expect(plan.versions).toBeLessThanOrEqual(4 * 2 * hotKeys);
  expect(plan.ways).not.toContain('Seq Scan');
});

test('a transaction that began before more changes than a commit is checked against is ended, a later one is not', async () => {
  expect(last).toBeGreaterThan(maxConflictChanges);
  const late = await store.beginTransaction();
  const key = stateKey('other', 'a');
  for (const transaction of [early, late]) await transaction.put({ key, value: 1 });
  await expect(early.commit()).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await late.commit()).toEqual({ revision: last + 1 });
});
