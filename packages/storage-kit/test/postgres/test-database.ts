import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { StateStore } from '../../src/index.js';
import { type PostgresStoreOptions, postgresStore } from '../../src/postgres/index.js';
import type { ServerAddress } from './test-server.js';

let schemas = 0;

/** A name that no other test uses. */
export function freshSchema(): string {
  schemas += 1;
  return `test_${process.pid}_${process.env['VITEST_WORKER_ID'] ?? 0}_${schemas}`;
}

/** The options of a store on the server of the tests, in a schema of its own unless told otherwise. */
export function storeOptions(
  options: Partial<PostgresStoreOptions> = {},
  server: ServerAddress = inject('postgres'),
): PostgresStoreOptions {
  // A connection is dear: the server makes a process for each.
  return { ...server, schema: freshSchema(), maxConnections: 2, ...options };
}

/** A store that is closed when the test has finished. */
export async function openStore(options: PostgresStoreOptions = storeOptions()): Promise<StateStore> {
  const store = await StateStore.connect(postgresStore(options));
  onTestFinished(() => store.close());
  return store;
}

/** One connection per database for what tests do past the store: the server makes a process for each. */
const clients = new Map<string, Promise<pg.Client>>();

function clientOf(server: ServerAddress): Promise<pg.Client> {
  const name = `${server.port}/${server.database}`;
  const known = clients.get(name);
  if (known !== undefined) return known;
  const connecting = connectClient(server, () => clients.delete(name));
  clients.set(name, connecting);
  return connecting;
}

async function connectClient(server: ServerAddress, forget: () => void): Promise<pg.Client> {
  const client = new pg.Client({ ...server });
  client.on('error', forget);
  client.on('end', forget);
  try {
    await client.connect();
  } catch (error) {
    forget();
    throw error;
  }
  return client;
}

/** Runs SQL past the store; the rows of its last statement. */
export async function runSql(
  text: string,
  server: ServerAddress = inject('postgres'),
): Promise<readonly Record<string, unknown>[]> {
  const client = await clientOf(server);
  const results: unknown = await client.query(text);
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  return typeof last === 'object' && last !== null && 'rows' in last && Array.isArray(last.rows)
    ? last.rows
    : [];
}

/** The server as one address. */
export function connectionStringOf(
  { user, password, host, port, database }: ServerAddress,
  application = 'tests',
): string {
  const secret = encodeURIComponent(password);
  return `postgres://${user}:${secret}@${host}:${port}/${database}?application_name=${application}`;
}
