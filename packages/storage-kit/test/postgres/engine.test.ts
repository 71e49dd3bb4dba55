import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/contract/clock.js';
import { loadPg } from '../../src/postgres/load-pg.js';
import { PostgresConnections } from '../../src/postgres/postgres-connections.js';
import { PostgresEngine } from '../../src/postgres/postgres-engine.js';
import { checkPostgresOptions } from '../../src/postgres/postgres-options.js';
import { postgresStatements } from '../../src/postgres/postgres-statements.js';
import { openStore, storeOptions } from './test-database.js';

test('what a seal throws is passed on as it is, commits nothing, and holds nobody up', async () => {
  const options = storeOptions();
  const store = await openStore(options);
  const settings = checkPostgresOptions(options);
  const engine = new PostgresEngine({
    connections: new PostgresConnections(await loadPg(), settings),
    statements: postgresStatements(settings.schema),
    settings,
    clock: systemClock,
    random: Math.random,
  });
  onTestFinished(() => engine.close());
  const reason = new TypeError('a fault of the caller');
  const commit = engine.commit(0, () => {
    throw reason;
  });
  await expect(commit).rejects.toBe(reason);
  await store.transact((transaction) => transaction.put({ key: { namespace: 'n', key: 'a' }, value: 1 }));
  expect(await engine.head({})).toEqual({ revision: 1, oldest: 0 });
});

test.each([
  ['BigInt', BigInt],
  ['Number', Number],
])('a program that has pg read bigint columns as %s can use a store beside it', async (_, parse) => {
  const { INT8 } = pg.types.builtins;
  const usual = pg.types.getTypeParser(INT8);
  pg.types.setTypeParser(INT8, parse);
  onTestFinished(() => pg.types.setTypeParser(INT8, usual));
  const store = await openStore();
  const key = { namespace: 'n', key: 'a' };
  await store.transact((transaction) => transaction.put({ key, value: 1 }));
  expect(await store.load(key)).toEqual({ record: { key, value: 1 }, revision: 1 });
});
