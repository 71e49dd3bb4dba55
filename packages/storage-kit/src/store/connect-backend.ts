import type { Clock } from '../contract/clock.js';
import type { StateStoreBackend } from '../contract/state-store-backend.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { defaultMaxStoreBytes } from '../limits.js';
import { MemoryTable } from '../memory/memory-table.js';
import { SnapshotStore } from '../transaction/snapshot-store.js';
import type { SqliteStoreConfig, StateStoreConfig } from './state-store-config.js';

/** SQLite and its engine are loaded only when a configuration asks for them. */
export async function connectBackend(config: StateStoreConfig, clock: Clock): Promise<StateStoreBackend> {
  const { signal } = config;
  signal?.throwIfAborted();
  if ('open' in config) return config.open({ clock, signal });
  const { backend, maxBytes = defaultMaxStoreBytes } = config;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new StateStoreError(
      'invalid-request',
      `A byte cap of ${String(maxBytes)} is refused: maxBytes is a positive whole number of bytes`,
    );
  }
  switch (backend) {
    case 'memory':
      return new SnapshotStore({ table: new MemoryTable(), maxBytes, clock });
    case 'sqlite':
      return connectSqlite({ ...config, maxBytes }, clock);
    default:
      return refuseBackend(backend);
  }
}

async function connectSqlite(
  config: SqliteStoreConfig & { readonly maxBytes: number },
  clock: Clock,
): Promise<StateStoreBackend> {
  if (config.persistence !== undefined) {
    const { openOverPersistence } = await import('../persistence/open-over-persistence.js');
    return openOverPersistence(config, clock);
  }
  if (config.location === ':memory:') {
    const { openInMemory } = await import('../sqlite/open-in-memory.js');
    return openInMemory(config, clock);
  }
  const { openOnFile } = await import('../journal/open-on-file.js');
  return openOnFile(config, clock);
}

function refuseBackend(backend: never): never {
  throw new StateStoreError(
    'invalid-request',
    `Backend ${JSON.stringify(backend)} is unknown: choose 'memory' or 'sqlite', or a driver of another entry`,
  );
}
