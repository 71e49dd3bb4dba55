import { createReadStream } from 'node:fs';
import { ioError, withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { openOnFile } from '../journal/open-on-file.js';
import { readStore, segmentNumbers } from '../journal/read-store.js';
import { type StorePaths, storePaths } from '../journal/store-paths.js';
import { importBatchBytes, importBatchRecords, maxSqliteStoreBytes } from '../limits.js';
import type { StateKey } from '../model/state-key.js';
import type { StateRecord } from '../model/state-record.js';
import { loadEngine } from '../sqlite/sqlite-engine.js';
import type { SnapshotStore } from '../transaction/snapshot-store.js';
import type { Command, CommandContext, CommandResult } from './command.js';
import { CommandFailure, failureOf } from './command-failure.js';
import type { ImportDocument } from './documents.js';
import { exitCodes } from './exit-code.js';
import { countOf } from './format.js';
import { storeExists, storeNotFound, withLock } from './locked-store.js';
import { readExport } from './read-export.js';

export const importCommand: Command = {
  name: 'import',
  summary: 'read records that export wrote',
  description: `Reads what export wrote, and checks all of it. A new store is there with every record, or not at all. Into a store that is
there already, records come in transactions of up to 1,000; should the import fail on the way, those before stay. The
records get revisions of the store that they come into.`,
  options: {
    input: { value: 'file', meaning: 'read this file instead of standard input' },
    merge: { meaning: 'import into a store that has records: those with the same key are replaced' },
  },
  run: (path, options, context) =>
    importStore(path, { input: options.text('input'), merge: options.has('merge') }, context),
};

export interface ImportOptions {
  /** Undefined for standard input. */
  readonly input: string | undefined;
  readonly merge: boolean;
}

interface Imported {
  readonly records: number;
  readonly revision: number;
}

/**
 * @throws CommandFailure `invalid-input`, `already-exists`, `unsupported-format`; StateStoreError `locked`, `corrupt`,
 * `store-full`, `io`; the signal's reason.
 */
export async function importStore(
  path: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<CommandResult<ImportDocument>> {
  const paths = await storePaths(path, context.surroundings.files);
  const imported =
    (await importIntoNew(paths, options, context)) ?? (await importIntoExisting(paths, options, context));
  const document: ImportDocument = {
    command: 'import',
    exitCode: exitCodes.done,
    path: paths.snapshot,
    ...imported,
  };
  const { records, revision } = imported;
  return { document, text: `${countOf(records, 'record')} imported, up to revision ${revision}` };
}

/** Undefined when there is a store already. */
async function importIntoNew(
  paths: StorePaths,
  options: ImportOptions,
  context: CommandContext,
): Promise<Imported | undefined> {
  const { surroundings, signal } = context;
  const { files } = surroundings;
  if (await storeExists(paths, surroundings)) return undefined;
  return withLock(paths, surroundings, async () => {
    if (await storeExists(paths, surroundings)) return undefined;
    const draft = await storePaths(`${paths.snapshot}.importing`, files);
    await removeStore(draft, files);
    try {
      // Nothing of it lasts before it gets its name; then all of it is one snapshot, which is synced.
      const imported = await fillStore(
        draft.snapshot,
        'os',
        (store) => importRecords(store, options, context),
        context,
      );
      signal.throwIfAborted();
      await withIoErrors('create', paths.snapshot, async () => {
        await files.rename(draft.snapshot, paths.snapshot);
        await files.syncFolder(paths.folder);
      });
      return imported;
    } finally {
      await removeStore(draft, files);
    }
  });
}

async function removeStore(paths: StorePaths, files: FileLayer): Promise<void> {
  const segments = (await segmentNumbers(files, paths)).map((number) => paths.segment(number));
  await withIoErrors('remove', paths.snapshot, async () => {
    for (const file of [...segments, paths.draft, paths.snapshot, paths.lock]) await files.remove(file);
  });
}

async function importIntoExisting(
  paths: StorePaths,
  options: ImportOptions,
  context: CommandContext,
): Promise<Imported> {
  const found = await lookAt(paths, context);
  if (found.records > 0 && !options.merge) {
    throw new CommandFailure(
      'already-exists',
      `${paths.snapshot} has ${countOf(found.records, 'record')} already: import into a new store, or add to it with --merge`,
      { file: paths.snapshot },
    );
  }
  return fillStore(
    paths.snapshot,
    'fsync',
    async (store) => {
      if ((await store.stats()).revision !== found.revision) {
        throw new CommandFailure('unavailable', `${paths.snapshot} was written to meanwhile: try again`);
      }
      return importRecords(store, options, context);
    },
    context,
  );
}

async function lookAt(paths: StorePaths, { surroundings, signal }: CommandContext): Promise<Imported> {
  return withLock(paths, surroundings, async () => {
    const engine = await loadEngine(undefined);
    const read = await readStore({ files: surroundings.files, paths, engine, signal });
    if (read === undefined) throw storeNotFound(paths);
    const { table } = read;
    try {
      return { records: table.count(), revision: table.revision };
    } finally {
      table.close();
    }
  });
}

/** Opens a store, and closes it again whatever happens. @returns the records that came in, and its last commit */
async function fillStore(
  location: string,
  durability: 'fsync' | 'os',
  fill: (store: SnapshotStore) => Promise<number>,
  { clock, surroundings, signal }: CommandContext,
): Promise<Imported> {
  const options = { location, durability, maxBytes: maxSqliteStoreBytes, signal };
  const store = await openOnFile(options, clock, surroundings);
  try {
    const records = await fill(store);
    return { records, revision: (await store.stats()).revision };
  } finally {
    await store.close();
  }
}

/** @returns how many there were */
async function importRecords(
  store: SnapshotStore,
  { input }: ImportOptions,
  context: CommandContext,
): Promise<number> {
  const { progress, signal } = context;
  let batch: StateRecord[] = [];
  let bytes = 0;
  let done = 0;
  let last: StateKey | undefined;
  const commit = async (): Promise<void> => {
    await commitBatch(store, batch, signal);
    done += batch.length;
    last = batch.at(-1)?.key ?? last;
    batch = [];
    bytes = 0;
  };
  progress.begin('Importing', 'records');
  try {
    for await (const imported of readExport(input === undefined ? context.input : readInput(input, signal))) {
      batch.push(imported.record);
      bytes += imported.bytes;
      if (batch.length >= importBatchRecords || bytes >= importBatchBytes) await commit();
      await progress.advance(1);
    }
    if (batch.length > 0) await commit();
    return done;
  } catch (error) {
    throw withImported(failureOf(error, signal), done, last);
  }
}

async function commitBatch(
  store: SnapshotStore,
  batch: readonly StateRecord[],
  signal: AbortSignal,
): Promise<void> {
  await using transaction = await store.beginTransaction({ signal });
  for (const record of batch) await transaction.put(record);
  await transaction.commit({ signal });
}

async function* readInput(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<Uint8Array> = createReadStream(file, { signal });
  try {
    yield* stream;
  } catch (error) {
    signal.throwIfAborted();
    throw ioError('read', file, error);
  }
}

function withImported(failure: CommandFailure, records: number, last: StateKey | undefined): CommandFailure {
  const { message, code, facts } = failure;
  const state =
    last === undefined
      ? 'No record of it is in the store'
      : `The first ${countOf(records, 'record')} of it, up to ${last.namespace}/${last.key}, are in the store: when the cause is removed, import all of it again with --merge`;
  return new CommandFailure(code, `${message}. ${state}`, {
    ...facts,
    importedRecords: records,
    cause: failure,
  });
}
