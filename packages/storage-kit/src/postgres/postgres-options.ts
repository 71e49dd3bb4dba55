import type { ConnectionOptions } from 'node:tls';
import type { StateStoreEnvironment } from '../contract/state-store-driver.js';
import { StateStoreError } from '../errors/state-store-error.js';
import {
  defaultHistoryMs,
  defaultPostgresConnections,
  maxHistoryMs,
  maxPostgresConnections,
  minHistoryMs,
} from '../limits.js';
import { checkConnectionString } from './connection-string.js';

/** Where the database is, and how the store uses it. Give `connectionString` or `host`. */
export interface PostgresStoreOptions extends StateStoreEnvironment {
  /** `postgres://user:password@host:port/database?sslmode=…`. Percent-encode special characters of the password. */
  readonly connectionString?: string | undefined;
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host?: string | undefined;
  /** 5432 by default. */
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  /** The password, or what fetches it each time that a connection is made. */
  readonly password?: string | (() => string | Promise<string>) | undefined;
  /** Whether the connection is encrypted, or how. */
  readonly ssl?: boolean | ConnectionOptions | undefined;
  /** The schema that holds this store, made when it is not there; `changeover` by default. One store per schema. */
  readonly schema?: string | undefined;
  /** Milliseconds for which an old snapshot or a watch that lags behind is served; 10 minutes by default. */
  readonly historyMs?: number | undefined;
  /** Connections at most, 10 by default; one more listens while somebody watches. */
  readonly maxConnections?: number | undefined;
  /**
   * What a resolved commit has survived. `fsync`, the default: the loss of power of the server. A server that has its
   * `fsync` off is refused, and `synchronous_commit` is raised where it is off. `server`: what the server is set to.
   */
  readonly durability?: 'fsync' | 'server' | undefined;
}

/** Options that have been checked. */
export interface PostgresSettings {
  readonly server: Pick<
    PostgresStoreOptions,
    'connectionString' | 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'
  >;
  readonly schema: string;
  readonly historyMs: number;
  readonly maxConnections: number;
  readonly durability: 'fsync' | 'server';
}

/** Leaves room for the name of the channel, which may have 63 bytes. */
const schemaPattern = /^(?!pg_)[a-z_][a-z0-9_]{0,47}$/;
const texts = ['host', 'database', 'user'] as const;

/** @throws StateStoreError `invalid-request` */
export function checkPostgresOptions(options: PostgresStoreOptions): PostgresSettings {
  if (typeof options !== 'object' || options === null) refuse('the options', options, 'give an object');
  const {
    schema = 'changeover',
    historyMs = defaultHistoryMs,
    maxConnections = defaultPostgresConnections,
    durability = 'fsync',
  } = options;
  const server = checkServer(options);
  if (typeof schema !== 'string' || !schemaPattern.test(schema) || schema === 'information_schema') {
    refuse('schema', schema, 'use 1 to 48 of a-z 0-9 _, not with a digit or pg_ in front');
  }
  checkInteger('historyMs', historyMs, minHistoryMs, maxHistoryMs);
  checkInteger('maxConnections', maxConnections, 1, maxPostgresConnections);
  if (durability !== 'fsync' && durability !== 'server') {
    refuse('durability', durability, "choose 'fsync' or 'server'");
  }
  return { server, schema, historyMs, maxConnections, durability };
}

function checkServer(options: PostgresStoreOptions): PostgresSettings['server'] {
  const { connectionString, host, port, database, user, password, ssl } = options;
  if ((connectionString === undefined) === (host === undefined)) {
    refuse('connectionString', undefined, 'give either connectionString or host');
  }
  if (connectionString !== undefined) checkConnectionString(connectionString);
  for (const name of texts) {
    const value = options[name];
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      refuse(name, value, 'give a text that is not empty');
    }
  }
  if (port !== undefined) checkInteger('port', port, 1, 65_535);
  if (password !== undefined && typeof password !== 'string' && typeof password !== 'function') {
    refuse('password', undefined, 'give a text, or a function that returns one');
  }
  if (ssl !== undefined && typeof ssl !== 'boolean' && (typeof ssl !== 'object' || ssl === null)) {
    refuse('ssl', ssl, 'give true, false, or the options of a TLS connection');
  }
  return { connectionString, host, port, database, user, password, ssl };
}

function checkInteger(name: string, value: unknown, least: number, most: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return;
  refuse(name, value, `give a whole number from ${least} to ${most}`);
}

/** @param value - shown where it is no secret */
function refuse(name: string, value: unknown, rule: string): never {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
  const what = value === undefined ? name : `${name} ${shown}`;
  throw new StateStoreError('invalid-request', `PostgreSQL cannot be used, ${what} is refused: ${rule}`);
}
