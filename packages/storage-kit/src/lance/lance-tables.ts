import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import { StateStoreError } from '../errors/state-store-error.js';
import { assertFormat, headRow } from './head-table.js';
import { damagedStore, lanceFailure } from './lance-failure.js';
import { firstHead, newToken } from './lance-head.js';
import type { LanceLibrary } from './lance-library.js';
import { type LanceRow, RowReader } from './lance-row.js';
import { headSchema, headTableName, versionSchema, versionTableName } from './lance-schema.js';

/** The tables of a store, open. */
export interface LanceTables {
  readonly head: Table;
  readonly versions: Table;
  close(): void;
}

/**
 * Opens the tables in a folder; makes them when the folder is empty or is not there.
 *
 * @throws StateStoreError `invalid-request` for a folder of something else, `corrupt`, `unsupported-format`, `io`
 */
export async function openTables(library: LanceLibrary, folder: string): Promise<LanceTables> {
  if (!(await hasTable(folder, headTableName))) {
    await claimFolder(folder);
    await createTables(library, folder);
  }
  // Each read sees what other processes have written before it.
  const connection = await library.connect(folder, { readConsistencyInterval: 0 });
  try {
    if (!(await hasTable(folder, versionTableName))) {
      throw damagedStore(folder, `its table ${versionTableName} is missing`);
    }
    const head = await openHead(library, connection, folder);
    const versions = await openChecked(connection, folder, versionTableName, versionSchema(library));
    return {
      head,
      versions,
      close: () => {
        head.close();
        versions.close();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A table is there once it has a first version. */
async function hasTable(folder: string, name: string): Promise<boolean> {
  const versions = await entriesOf(join(folder, `${name}.lance`, '_versions'));
  return versions.some((entry) => entry.endsWith('.manifest'));
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw lanceFailure('Opening', folder, cause);
  }
}

const draftPrefix = '.new-';

/** Whether it may have been left by a process that died while it made a store, or is about to make it. */
function isOurs(entry: string): boolean {
  const names = [`${headTableName}.lance`, `${versionTableName}.lance`, '__manifest'];
  return names.includes(entry) || entry.startsWith(draftPrefix);
}

async function claimFolder(folder: string): Promise<void> {
  const foreign = (await entriesOf(folder)).find((entry) => !isOurs(entry));
  if (foreign !== undefined) {
    throw new StateStoreError(
      'invalid-request',
      `The folder ${folder} is refused: it holds ${foreign} and no store. Give an empty folder, or one that is not there yet. Nothing was changed`,
      { file: folder },
    );
  }
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return;
    throw lanceFailure('Making', folder, cause);
  }
}

/**
 * Of several processes that do it at once all succeed. Lance lets two make the same table, the later over the earlier, so
 * each makes its own in a folder of its own, and moves them into place; what another moved there before is as good. The
 * head comes last: a folder that has one is a store.
 */
async function createTables(library: LanceLibrary, folder: string): Promise<void> {
  const draft = join(folder, `${draftPrefix}${newToken()}`);
  try {
    await draftTables(library, draft);
    await moveIntoPlace(draft, folder, versionTableName);
    await moveIntoPlace(draft, folder, headTableName);
  } catch (cause) {
    throw lanceFailure('Making', folder, cause);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function draftTables(library: LanceLibrary, draft: string): Promise<void> {
  const connection = await library.connect(draft);
  try {
    const schema = headSchema(library);
    (await connection.createEmptyTable(versionTableName, versionSchema(library))).close();
    (await connection.createTable(headTableName, [headRow(firstHead)], { schema })).close();
  } finally {
    connection.close();
  }
}

async function moveIntoPlace(draft: string, folder: string, name: string): Promise<void> {
  try {
    await rename(join(draft, `${name}.lance`), join(folder, `${name}.lance`));
  } catch (cause) {
    if (!(await hasTable(folder, name))) throw cause;
  }
}

/** The format comes first: that of a newer version may have other columns. */
async function openHead(library: LanceLibrary, connection: Connection, folder: string): Promise<Table> {
  const table = await openTable(connection, folder, headTableName);
  let rows: readonly LanceRow[];
  try {
    rows = await table.query().select(['format']).toArray();
  } catch (cause) {
    throw damagedStore(folder, 'its table head names no format', cause);
  }
  for (const row of rows) assertFormat(folder, new RowReader(folder, row).whole('format'));
  table.close();
  return openChecked(connection, folder, headTableName, headSchema(library));
}

async function openChecked(
  connection: Connection,
  folder: string,
  name: string,
  wanted: Schema,
): Promise<Table> {
  const table = await openTable(connection, folder, name);
  const columns = (schema: Schema): string =>
    schema.fields.map((field) => `${field.name} ${field.type}`).join(', ');
  const found = columns(await table.schema());
  if (found === columns(wanted)) return table;
  throw damagedStore(folder, `its table ${name} has the columns ${found}`);
}

async function openTable(connection: Connection, folder: string, name: string): Promise<Table> {
  try {
    return await connection.openTable(name);
  } catch (cause) {
    throw damagedStore(folder, `its table ${name} cannot be opened`, cause);
  }
}
