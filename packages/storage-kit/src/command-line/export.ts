import { randomUUID } from 'node:crypto';
import { withIoErrors } from '../errors/io-error.js';
import { isStateStoreError } from '../errors/state-store-error.js';
import { type FileLayer, writeAll } from '../files/file-layer.js';
import { readStore } from '../journal/read-store.js';
import { type StorePaths, storePaths } from '../journal/store-paths.js';
import type { FileStoreSurroundings } from '../journal/system-surroundings.js';
import { checkNamespace, keyTextFault } from '../model/state-key.js';
import { loadEngine } from '../sqlite/sqlite-engine.js';
import type { SqliteTable } from '../sqlite/sqlite-table.js';
import type { Command, CommandContext, CommandResult } from './command.js';
import { CommandFailure } from './command-failure.js';
import type { ExportDocument } from './documents.js';
import { exitCodes } from './exit-code.js';
import { type ExportFilter, type ExportTotals, exportChunks } from './export-chunks.js';
import { countOf, formatBytes } from './format.js';
import { hasFile } from './has-file.js';
import { existingStore, storeNotFound, withLock } from './locked-store.js';

export const exportCommand: Command = {
  name: 'export',
  summary: 'write the records as JSON Lines',
  description: `Writes the records as JSON Lines in the order of their keys: a line that says what it is, a line per record, and a line
with their count, so that a file that was cut short is noticed. Changes nothing. Takes the lock of the store.`,
  options: {
    output: { value: 'file', meaning: 'write to this file, whole or not at all, instead of standard output' },
    force: { meaning: 'replace that file when it exists' },
    namespace: { value: 'name', meaning: 'only records of this namespace' },
    prefix: { value: 'text', meaning: 'only records whose key begins with this' },
  },
  run: (path, options, context) =>
    exportStore(
      path,
      {
        output: options.text('output'),
        force: options.has('force'),
        namespace: options.text('namespace'),
        prefix: options.text('prefix') ?? '',
      },
      context,
    ),
};

export interface ExportOptions extends ExportFilter {
  /** Undefined for standard output. */
  readonly output: string | undefined;
  readonly force: boolean;
}

type Write = (chunk: Uint8Array) => Promise<void>;

/**
 * @throws CommandFailure `wrong-usage`, `not-found`, `already-exists`, `output-closed`; StateStoreError `locked`,
 * `corrupt`, `unsupported-format`, `io`; the signal's reason.
 */
export async function exportStore(
  path: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<CommandResult<ExportDocument>> {
  const { surroundings, output, signal } = context;
  checkFilter(options);
  const paths = await existingStore(path, surroundings);
  const target =
    options.output === undefined ? undefined : await storePaths(options.output, surroundings.files);
  if (target !== undefined) await checkTarget(paths, target, options.force, surroundings);
  const totals = await withLock(paths, surroundings, async () => {
    const table = await loadTable(paths, context);
    try {
      const send = (write: Write): Promise<ExportTotals> => writeChunks(table, options, context, write);
      return target === undefined
        ? await send((chunk) => output.write(chunk, signal))
        : await writeFileWhole(target, options.force, surroundings, send);
    } finally {
      table.close();
    }
  });
  const document: ExportDocument = {
    command: 'export',
    exitCode: exitCodes.done,
    path: paths.snapshot,
    output: target?.snapshot ?? '-',
    ...totals,
  };
  return { document, text: target === undefined ? '' : describe(document) };
}

function checkFilter({ namespace, prefix }: ExportFilter): void {
  try {
    if (namespace !== undefined) checkNamespace(namespace);
  } catch (error) {
    if (isStateStoreError(error)) throw new CommandFailure('wrong-usage', error.message, { cause: error });
    throw error;
  }
  const fault = prefix === '' ? undefined : keyTextFault(prefix);
  if (fault !== undefined) throw new CommandFailure('wrong-usage', `The prefix is refused: ${fault}`);
}

async function loadTable(paths: StorePaths, { surroundings, signal }: CommandContext): Promise<SqliteTable> {
  const engine = await loadEngine(undefined);
  const read = await readStore({ files: surroundings.files, paths, engine, signal });
  if (read === undefined) throw storeNotFound(paths);
  return read.table;
}

async function writeChunks(
  table: SqliteTable,
  filter: ExportFilter,
  { progress }: CommandContext,
  write: Write,
): Promise<ExportTotals> {
  progress.begin(
    'Exporting',
    'records',
    filter.namespace === undefined && filter.prefix === '' ? table.count() : undefined,
  );
  let totals: ExportTotals = { records: 0, bytes: 0, revision: table.revision };
  for (const chunk of exportChunks(table, filter)) {
    await write(chunk.bytes);
    await progress.advance(chunk.records);
    const { records, bytes } = totals;
    totals = { ...totals, records: records + chunk.records, bytes: bytes + chunk.bytes.length };
  }
  return totals;
}

async function checkTarget(
  paths: StorePaths,
  { snapshot: file, folder }: StorePaths,
  force: boolean,
  { files }: FileStoreSurroundings,
): Promise<void> {
  const isOfStore =
    folder === paths.folder &&
    ([paths.snapshot, paths.draft, paths.lock].includes(file) ||
      paths.segmentNumber(file.slice(folder.length + 1)) !== undefined);
  if (isOfStore)
    throw new CommandFailure('wrong-usage', `${file} belongs to the store itself: choose another name`);
  if (!force && (await hasFile(files, file))) throw alreadyExists(file);
}

function alreadyExists(file: string): CommandFailure {
  return new CommandFailure(
    'already-exists',
    `${file} exists: choose another name, or replace it with --force`,
    { file },
  );
}

/** Under a temporary name, and only then under its own. */
async function writeFileWhole(
  { snapshot: file, folder }: StorePaths,
  force: boolean,
  { files }: FileStoreSurroundings,
  send: (write: Write) => Promise<ExportTotals>,
): Promise<ExportTotals> {
  const draft = `${file}.${randomUUID()}`;
  const target = await withIoErrors('create', draft, () => files.open(draft, 'new'));
  try {
    let at = 0;
    let totals: ExportTotals;
    try {
      totals = await send(async (chunk) => {
        await withIoErrors('write', draft, () => writeAll(target, chunk, at));
        at += chunk.length;
      });
      await withIoErrors('sync', draft, () => target.sync());
    } finally {
      await target.close();
    }
    if (!(await withIoErrors('create', file, () => publish(files, draft, file, force)))) {
      throw alreadyExists(file);
    }
    return totals;
  } finally {
    await files.remove(draft);
    await withIoErrors('sync', folder, () => files.syncFolder(folder));
  }
}

/** Whether the file has its name; without `force` only when that was free. */
async function publish(files: FileLayer, draft: string, file: string, force: boolean): Promise<boolean> {
  if (!force) return files.link(draft, file);
  await files.rename(draft, file);
  return true;
}

function describe({ output, records, bytes, revision }: ExportDocument): string {
  return `${countOf(records, 'record')} of revision ${revision} are in ${output}, ${formatBytes(bytes)}`;
}
