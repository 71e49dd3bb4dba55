import type { Client, ClientBase, ClientConfig, Pool, PoolClient } from 'pg';
import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import { settleOrAbort } from '../contract/settle-or-abort.js';
import {
  postgresAnswerMs,
  postgresCloseMs,
  postgresConnectMs,
  postgresStalledCommitMs,
  postgresStatementMs,
} from '../limits.js';
import { storeClosed } from '../transaction/store-refusals.js';
import { WakeUp } from '../transaction/wake-up.js';
import { serverIn } from './connection-string.js';
import type { PostgresSettings } from './postgres-options.js';
import type { Row } from './postgres-rows.js';

const noOp = (): void => undefined;

/** A bounded number of connections to one server. Losing one of them never ends the process. */
export class PostgresConnections {
  readonly #library: typeof import('pg');
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #open = new Set<Client>();
  readonly #ended = new WakeUp();
  #isCut = false;
  #closing: Promise<void> | undefined;
  /** The server, for messages. */
  readonly server: string;

  constructor(library: typeof import('pg'), settings: PostgresSettings) {
    this.#library = library;
    this.#config = clientConfig(settings);
    this.server = serverOf(settings);
    this.#pool = new library.Pool({ ...this.#config, max: settings.maxConnections });
    // The pool forgets a connection that is lost while nobody uses it; whoever uses one is told by the statement.
    this.#pool.on('error', noOp);
    this.#pool.on('connect', (client) => {
      client.on('error', noOp);
      this.#keep(client);
    });
  }

  /**
   * Runs `work` on a connection of its own. One on which it failed is cut, which rolls back what it left open. An abort
   * rejects at once: a statement under way ends in the background within its bound, and gives its connection back.
   */
  use<Result>(work: (client: ClientBase) => Promise<Result>, { signal }: AbortOptions): Promise<Result> {
    return settleOrAbort(this.#run(work, signal), signal);
  }

  /** A connection that belongs to the caller, and is not connected yet. */
  dedicated(): Client {
    const client = new this.#library.Client(this.#config);
    client.on('error', noOp);
    client.on('connect', () => this.#keep(client));
    return client;
  }

  /**
   * Waits for a bounded time until what is under way has ended and the server has taken leave of each connection, then
   * cuts those that are left. Closing twice is harmless.
   */
  close(clock: Clock): Promise<void> {
    this.#closing ??= this.#close(clock);
    return this.#closing;
  }

  async #run<Result>(
    work: (client: ClientBase) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    signal?.throwIfAborted();
    try {
      const client = await this.#pool.connect();
      return await this.#workWith(client, work, signal);
    } catch (error) {
      throw this.#closing === undefined ? error : storeClosed();
    }
  }

  async #workWith<Result>(
    client: PoolClient,
    work: (client: ClientBase) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    let isSound = true;
    try {
      signal?.throwIfAborted();
      isSound = false;
      const result = await work(client);
      isSound = true;
      return result;
    } finally {
      client.release(!isSound);
    }
  }

  #keep(client: Client): void {
    if (this.#isCut) client.connection.stream.destroy();
    this.#open.add(client);
    client.once('end', () => {
      this.#open.delete(client);
      this.#ended.wake();
    });
  }

  async #close(clock: Clock): Promise<void> {
    const patience = new AbortController();
    const cut = clock.sleep(postgresCloseMs, { signal: patience.signal }).then(() => {
      this.#isCut = true;
      for (const client of this.#open) client.connection.stream.destroy();
    });
    try {
      await this.#pool.end();
      while (this.#open.size > 0) await this.#ended.sleep();
    } finally {
      patience.abort();
      await cut.catch(noOp);
    }
  }
}

/** The rows of one statement. */
export async function query(client: ClientBase, text: string, values?: unknown[]): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(text, values);
  return rows;
}

/** The rows of each of several statements, by name. They are sent at once, and have no parameters. */
export async function queryAll<Name extends string>(
  client: ClientBase,
  texts: Readonly<Record<Name, string>>,
): Promise<Readonly<Partial<Record<Name, readonly Row[]>>>> {
  const names = Object.keys(texts) as Name[];
  const results: unknown = await client.query(names.map((name) => texts[name]).join(';\n'));
  const answers: Partial<Record<Name, readonly Row[]>> = {};
  for (const [index, name] of names.entries()) {
    answers[name] = rowsOf(Array.isArray(results) ? results[index] : results);
  }
  return answers;
}

function rowsOf(result: unknown): readonly Row[] {
  const isResult = typeof result === 'object' && result !== null && 'rows' in result;
  return isResult && Array.isArray(result.rows) ? result.rows : [];
}

function clientConfig({ server }: PostgresSettings): ClientConfig {
  const given = Object.entries(server).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    fallback_application_name: 'changeover-storage-kit',
    connectionTimeoutMillis: postgresConnectMs,
    statement_timeout: postgresStatementMs,
    query_timeout: postgresAnswerMs,
    idle_in_transaction_session_timeout: postgresStalledCommitMs,
    keepAlive: true,
  };
}

function serverOf({ server: { connectionString, host, port = 5432 } }: PostgresSettings): string {
  return connectionString === undefined ? `${host}:${port}` : serverIn(connectionString);
}
