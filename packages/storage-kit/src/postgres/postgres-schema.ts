import type { ClientBase } from 'pg';
import { StateStoreError } from '../errors/state-store-error.js';
import { query } from './postgres-connections.js';
import type { PostgresSettings } from './postgres-options.js';
import { firstOf, integerIn, type Row, textIn } from './postgres-rows.js';
import { formatVersion, type PostgresStatements } from './postgres-statements.js';

/**
 * Makes the store where there is none, and sees that it can be used. Any number of processes may do so at once.
 *
 * @throws StateStoreError `unsupported-format`, `unavailable`; what `pg` raises.
 */
export async function prepareSchema(
  client: ClientBase,
  statements: PostgresStatements,
  { durability }: PostgresSettings,
): Promise<void> {
  const found = firstOf(await query(client, statements.inspect));
  checkDatabase(found, durability);
  if (found['store'] !== true) await createStore(client, statements);
  checkFormat(firstOf(await query(client, statements.readFormat)));
}

/** @throws StateStoreError `unsupported-format` when a newer release wrote the store. */
export function checkFormat(row: Row): void {
  const version = integerIn(row, 'format');
  if (version === formatVersion) return;
  throw new StateStoreError(
    'unsupported-format',
    `The store in PostgreSQL is refused: it has format ${version} and this release knows ${formatVersion}. Use a release that knows it; nothing was changed`,
    { version },
  );
}

async function createStore(client: ClientBase, statements: PostgresStatements): Promise<void> {
  await query(client, statements.begin);
  await query(client, statements.lockCreation);
  // Another process may have been first.
  const found = firstOf(await query(client, statements.inspect));
  if (found['schema'] !== true) await query(client, statements.createSchema);
  if (found['store'] !== true) await query(client, statements.createTables.join(';\n'));
  await query(client, 'COMMIT');
}

function checkDatabase(found: Row, durability: PostgresSettings['durability']): void {
  const encoding = textIn(found, 'encoding');
  if (encoding !== 'UTF8') {
    throw new StateStoreError(
      'unavailable',
      `The database is refused: its encoding is ${encoding}, which does not hold every key and value. Create one with ENCODING 'UTF8'`,
    );
  }
  if (durability === 'fsync' && textIn(found, 'fsync') !== 'on') {
    throw new StateStoreError(
      'unavailable',
      "The server is refused: its fsync is off, so that a loss of power may destroy the database. Turn it on, or say durability: 'server'",
    );
  }
}
