import { basename } from 'node:path';
import { withIoErrors } from '../errors/io-error.js';
import { isStateStoreError, type StateStoreError } from '../errors/state-store-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { type LockHolder, lockHolder } from '../files/file-lock.js';
import { type ReadStore, readStore, segmentNumbers } from '../journal/read-store.js';
import { segmentFormatVersion } from '../journal/segment-format.js';
import type { StorePaths } from '../journal/store-paths.js';
import { maxInspectAttempts } from '../limits.js';
import { snapshotFormatVersion } from '../sqlite/snapshot-schema.js';
import { loadEngine, type SqliteEngine } from '../sqlite/sqlite-engine.js';
import type { Command, CommandContext, CommandResult } from './command.js';
import type { InspectDocument, StoreFault, StoreFile } from './documents.js';
import { exitCodes } from './exit-code.js';
import { countOf, formatBytes, formatFault, formatSection } from './format.js';
import { existingStore, storeNotFound } from './locked-store.js';

export const inspect: Command = {
  name: 'inspect',
  summary: 'tell what a store holds, also while another process has it open',
  description: `Tells what a store holds, by namespace, and what the next opening would do. Changes nothing and takes no lock, so it
works while another process has the store open. What it tells is then one committed moment of that store.`,
  options: {},
  run: (path, _options, context) => inspectStore(path, context),
};

/** One moment of a store. */
interface Moment {
  readonly holder: LockHolder | undefined;
  readonly files: readonly StoreFile[];
  /** Or why it cannot be read. */
  readonly read: ReadStore | StateStoreError;
}

interface InspectParts {
  readonly paths: StorePaths;
  readonly engine: SqliteEngine;
  readonly context: CommandContext;
}

/** @throws CommandFailure `not-found`; StateStoreError `unsupported-format`, `io`; the signal's reason. */
export async function inspectStore(
  path: string,
  context: CommandContext,
): Promise<CommandResult<InspectDocument>> {
  const paths = await existingStore(path, context.surroundings);
  const engine = await loadEngine(undefined);
  const moment = await readMoment({ paths, engine, context });
  try {
    const document = documentOf(paths, moment);
    return { document, text: describe(document) };
  } finally {
    closeMoment(moment);
  }
}

/**
 * Another process may replace the snapshot and delete segments while they are read, or be in the middle of an append.
 * Then what was read is given up, and read anew. That the first segment is still there afterwards shows that nothing
 * was folded meanwhile before all of the journal had been read.
 */
async function readMoment(parts: InspectParts): Promise<Moment> {
  const { paths, context } = parts;
  for (let attempt = 1; ; attempt += 1) {
    const moment = await readOnce(parts);
    const isInUse = moment.holder?.mayRun === true;
    if (!isInUse || attempt >= maxInspectAttempts) return moment;
    const numbers = await segmentNumbers(context.surroundings.files, paths);
    if (!(moment.read instanceof Error) && numbers.includes(moment.read.table.firstSegment)) return moment;
    closeMoment(moment);
  }
}

async function readOnce({ paths, engine, context }: InspectParts): Promise<Moment> {
  const { surroundings, signal } = context;
  const { files } = surroundings;
  const holder = await lockHolder(paths.lock, surroundings);
  const read = await readStore({ files, paths, engine, signal }).catch((error: unknown) => {
    if (isStateStoreError(error) && error.code === 'corrupt') return error;
    throw error;
  });
  if (read === undefined) throw storeNotFound(paths);
  return { holder, files: await measureFiles(paths, files, read), read };
}

function closeMoment({ read }: Moment): void {
  if (!(read instanceof Error)) read.table.close();
}

async function measureFiles(
  paths: StorePaths,
  files: FileLayer,
  read: Moment['read'],
): Promise<readonly StoreFile[]> {
  const first = read instanceof Error ? 0 : read.table.firstSegment;
  const found: StoreFile[] = [];
  const add = async (role: StoreFile['role'], file: string): Promise<void> => {
    const bytes = await withIoErrors('look at', file, () => files.size(file));
    if (bytes !== undefined) found.push({ file, bytes, role });
  };
  await add('snapshot', paths.snapshot);
  for (const number of await segmentNumbers(files, paths)) {
    await add(number < first ? 'stale-segment' : 'segment', paths.segment(number));
  }
  await add('draft', paths.draft);
  return found;
}

function documentOf(paths: StorePaths, { holder, files, read }: Moment): InspectDocument {
  const isDamaged = read instanceof Error;
  const isInUse = holder?.mayRun === true;
  return {
    command: 'inspect',
    exitCode: isDamaged ? exitCodes.damaged : exitCodes.done,
    path: paths.snapshot,
    formats: { snapshot: snapshotFormatVersion, journal: segmentFormatVersion },
    files,
    ...(holder === undefined ? {} : { lock: { ...holder.owner, mayRun: holder.mayRun } }),
    ...(isDamaged ? { damage: damageOf(paths, read) } : contentOf(read)),
    ...(isDamaged || isInUse ? {} : { nextOpening: nextOpening(read, files, holder) }),
  };
}

function damageOf(paths: StorePaths, { file, offset, reason, message }: StateStoreError): StoreFault {
  const place = offset === undefined ? {} : { offset };
  return { file: file ?? paths.snapshot, ...place, message: reason ?? message };
}

function contentOf({ table, segments }: ReadStore): Pick<InspectDocument, 'content' | 'tornTail'> {
  const namespaces = table.usage();
  const last = segments.at(-1);
  return {
    content: {
      revision: table.revision,
      records: namespaces.reduce((sum, { records }) => sum + records, 0),
      bytes: namespaces.reduce((sum, { bytes }) => sum + bytes, 0),
      namespaces,
    },
    ...(last === undefined || last.bytesCut === 0
      ? {}
      : { tornTail: { file: last.path, offset: last.length, bytes: last.bytesCut } }),
  };
}

function nextOpening(
  { segments }: ReadStore,
  files: readonly StoreFile[],
  holder: LockHolder | undefined,
): NonNullable<InspectDocument['nextOpening']> {
  return {
    commitsToReplay: segments.reduce((sum, { commits }) => sum + commits, 0),
    bytesToCut: segments.at(-1)?.bytesCut ?? 0,
    filesToRemove: files
      .filter(({ role }) => role === 'stale-segment' || role === 'draft')
      .map(({ file }) => file),
    takesOverLock: holder !== undefined,
  };
}

function describe(document: InspectDocument): string {
  return [
    formatSection(document.path, [
      `formats: snapshot ${document.formats.snapshot}, journal ${document.formats.journal}`,
      ...describeContent(document),
      ...document.files.map(({ file, bytes, role }) => `${role}: ${basename(file)}, ${formatBytes(bytes)}`),
      ...describeTornTail(document),
      describeLock(document),
      ...describeOpening(document),
    ]),
    ...(document.damage === undefined
      ? []
      : [
          `It is damaged and will not be opened: ${formatFault(document.damage)}`,
          'storage-kit verify reports all of the damage, storage-kit recover tells what can be saved.',
        ]),
  ].join('\n');
}

function describeContent({ content }: InspectDocument): readonly string[] {
  if (content === undefined) return [];
  const { revision, records, bytes, namespaces } = content;
  return [
    `revision ${revision}`,
    `${countOf(records, 'record')}, ${formatBytes(bytes)} of keys and values`,
    ...namespaces.map(
      (usage) => `  ${usage.namespace}: ${countOf(usage.records, 'record')}, ${formatBytes(usage.bytes)}`,
    ),
  ];
}

function describeTornTail({ tornTail, lock }: InspectDocument): readonly string[] {
  if (tornTail === undefined) return [];
  const cause = lock?.mayRun === true ? 'an append is under way' : 'an append was interrupted';
  return [`torn tail: ${countOf(tornTail.bytes, 'byte')} from byte ${tornTail.offset}, since ${cause}`];
}

function describeLock({ lock }: InspectDocument): string {
  if (lock === undefined) return 'not in use';
  const owner =
    lock.pid === undefined ? 'a process that is not named' : `process ${lock.pid} on ${lock.host}`;
  return lock.mayRun
    ? `in use by ${owner}: this is a committed moment of it, read without the lock`
    : `locked by ${owner}, which is dead`;
}

function describeOpening({ nextOpening }: InspectDocument): readonly string[] {
  if (nextOpening === undefined) return [];
  const { commitsToReplay, bytesToCut, filesToRemove, takesOverLock } = nextOpening;
  const steps = [
    ...(takesOverLock ? ['takes over the lock'] : []),
    commitsToReplay === 0 ? 'has nothing to replay' : `replays ${countOf(commitsToReplay, 'commit')}`,
    ...(bytesToCut === 0 ? [] : [`cuts off ${countOf(bytesToCut, 'byte')}`]),
    ...filesToRemove.map((file) => `removes ${basename(file)}`),
  ];
  return [`the next opening ${steps.join(', ')}`];
}
