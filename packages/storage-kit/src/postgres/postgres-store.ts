import type { StateStoreDriver } from '../contract/state-store-driver.js';
import { SharedStore } from '../shared/shared-store.js';
import { loadPg } from './load-pg.js';
import { PostgresConnections } from './postgres-connections.js';
import { PostgresEngine } from './postgres-engine.js';
import { postgresFailure } from './postgres-errors.js';
import { checkPostgresOptions, type PostgresStoreOptions } from './postgres-options.js';
import { prepareSchema } from './postgres-schema.js';
import { postgresStatements } from './postgres-statements.js';
import { retryTransient } from './retry-transient.js';

/**
 * A store in a schema of a PostgreSQL that any number of processes and hosts share.
 *
 * @example
 * ```ts
 * const store = await StateStore.connect(postgresStore({ connectionString: process.env.DATABASE_URL }));
 * ```
 *
 * @throws StateStoreError `invalid-request` at once, for an option that breaks its rule. When it is opened:
 * `unavailable` when `pg` is not installed, or the server is not there or refuses the user, the database or its settings;
 * `unsupported-format` when a newer release wrote the store; `corrupt` when its tables are not those of a store.
 */
export function postgresStore(options: PostgresStoreOptions): StateStoreDriver {
  const settings = checkPostgresOptions(options);
  const { random = Math.random } = options;
  return {
    backend: 'postgres',
    clock: options.clock,
    random: options.random,
    signal: options.signal,
    async open({ clock, signal }) {
      signal?.throwIfAborted();
      const library = await loadPg();
      const connections = new PostgresConnections(library, settings);
      const statements = postgresStatements(settings.schema);
      try {
        const prepare = () =>
          connections.use((client) => prepareSchema(client, statements, settings), { signal });
        await retryTransient(prepare, { clock, random, forMs: 0, signal });
      } catch (error) {
        await connections.close(clock);
        signal?.throwIfAborted();
        throw postgresFailure(error, 'The store', connections.server);
      }
      return new SharedStore(new PostgresEngine({ connections, statements, settings, clock, random }));
    },
  };
}
