import type { Clock } from '../contract/clock.js';
import { decodeFrame } from '../encoding/frame.js';
import { decodeGroup } from '../encoding/group-codec.js';
import { corruptFile } from '../errors/damaged-file.js';
import { withIoErrors } from '../errors/io-error.js';
import { createDatabase, openDatabase } from '../sqlite/snapshot-schema.js';
import { loadEngine } from '../sqlite/sqlite-engine.js';
import { checkSqliteOptions, refusedOption, type SqliteOptions } from '../sqlite/sqlite-options.js';
import { SqliteTable } from '../sqlite/sqlite-table.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { SnapshotStore } from '../transaction/snapshot-store.js';
import { PersistenceLog } from './persistence-log.js';
import type { SqlitePersistence } from './sqlite-persistence.js';

export interface PersistenceStoreOptions extends SqliteOptions {
  readonly persistence: SqlitePersistence;
  /** A checkpoint is made when the journal is larger than this and than half the snapshot. */
  readonly checkpointBytes?: number | undefined;
}

/** @throws StateStoreError `invalid-request`, `locked`, `corrupt`, `unsupported-format`, `io`. */
export async function openOverPersistence(
  options: PersistenceStoreOptions,
  clock: Clock,
): Promise<SnapshotStore> {
  checkSqliteOptions(options);
  checkPersistence(options.persistence);
  const { persistence, maxBytes, wasmBinary, checkpointBytes, signal } = options;
  const engine = await loadEngine(wasmBinary);
  const { snapshot, entries } = await withIoErrors('open', persistence.name, () =>
    persistence.open({ signal }),
  ).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  try {
    signal?.throwIfAborted();
    const table = new SqliteTable(
      snapshot === undefined ? createDatabase(engine) : openDatabase(engine, persistence.name, snapshot),
    );
    try {
      const journalBytes = replay(persistence.name, table, entries);
      const snapshotBytes = snapshot?.length ?? 0;
      const log = new PersistenceLog({ persistence, table, snapshotBytes, journalBytes, checkpointBytes });
      return new SnapshotStore({ table, log, maxBytes, clock });
    } catch (error) {
      table.close();
      throw error;
    }
  } catch (error) {
    await persistence.close();
    throw error;
  }
}

/** @returns the bytes of the entries */
function replay(name: string, table: SqliteTable, entries: readonly Uint8Array[]): number {
  let offset = 0;
  for (const entry of entries) {
    const group = decodeEntry(entry);
    if (group === undefined) throw corruptFile(name, offset, 'an entry of its journal is no sound frame');
    if (group[0]?.revision !== table.revision + 1) {
      throw corruptFile(name, offset, `commit ${table.revision + 1} should follow`);
    }
    table.apply(group);
    offset += entry.length;
  }
  return offset;
}

function decodeEntry(entry: Uint8Array): CommitGroup | undefined {
  try {
    const payload = decodeFrame(entry);
    return payload === undefined ? undefined : decodeGroup(payload);
  } catch {
    return undefined;
  }
}

function checkPersistence(persistence: SqlitePersistence): void {
  if (typeof persistence !== 'object' || persistence === null) {
    throw refusedOption('persistence', 'it is an object; see SqlitePersistence');
  }
  for (const method of ['open', 'append', 'replace', 'close'] as const) {
    if (typeof persistence[method] === 'function') continue;
    throw refusedOption('persistence', `it has no method ${method}; see SqlitePersistence`);
  }
}
