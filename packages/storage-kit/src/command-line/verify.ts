import { loadEngine } from '../sqlite/sqlite-engine.js';
import type { Command, CommandContext, CommandResult } from './command.js';
import type { VerifyDocument } from './documents.js';
import { examineStore, type StoreVisitor } from './examine-store.js';
import { exitCodes } from './exit-code.js';
import { FaultList } from './fault-list.js';
import { countOf, formatBytes, formatFault, formatSection } from './format.js';
import { existingStore, withLock } from './locked-store.js';

export const verify: Command = {
  name: 'verify',
  summary: 'read everything, and report all damage',
  description: `Reads all of a store and reports every fault that it finds. Changes nothing. Takes the lock of the store.

It checks the snapshot as SQLite does, each record, each frame of the journal, and that no commit is missing. The torn
tail that a crash leaves is reported, and is no damage: the next opening cuts it off, and no commit is lost with it.`,
  options: {},
  run: (path, _options, context) => verifyStore(path, context),
};

/** Whoever only counts. */
const nobody: StoreVisitor = {
  record: () => undefined,
  snapshotEnd: () => undefined,
  commit: () => undefined,
};

/** @throws CommandFailure `not-found`; StateStoreError `locked`, `unsupported-format`, `io`; the signal's reason. */
export async function verifyStore(
  path: string,
  { surroundings, progress }: CommandContext,
): Promise<CommandResult<VerifyDocument>> {
  const paths = await existingStore(path, surroundings);
  const engine = await loadEngine(undefined);
  const faults = new FaultList();
  const parts = { files: surroundings.files, paths, engine, faults, progress };
  const { snapshot, journal, revision, tornTail } = await withLock(paths, surroundings, () =>
    examineStore(parts, nobody),
  );
  const sound = faults.count === 0;
  const document: VerifyDocument = {
    command: 'verify',
    exitCode: sound ? exitCodes.done : exitCodes.damaged,
    path: paths.snapshot,
    sound,
    revision,
    snapshot,
    journal,
    ...(tornTail === undefined ? {} : { tornTail }),
    ...faults.report(),
  };
  return { document, text: describe(document) };
}

function describe(document: VerifyDocument): string {
  const { path, sound, revision, snapshot, journal, tornTail, faults, faultsNotListed } = document;
  const lines = [
    `revision ${revision}`,
    `snapshot: ${countOf(snapshot.records, 'record')}, ${formatBytes(snapshot.bytes)}`,
    `journal: ${countOf(journal.commits, 'commit')} in ${countOf(journal.segments, 'segment')}, ${formatBytes(journal.bytes)}`,
  ];
  if (tornTail !== undefined) {
    const { file, offset, bytes } = tornTail;
    lines.push(`torn tail: ${countOf(bytes, 'byte')} of ${file} from byte ${offset}; opening cuts it off`);
  }
  if (sound) return formatSection(`${path} is sound`, lines);
  const listed = faults.map(formatFault);
  if (faultsNotListed > 0) listed.push(`and ${countOf(faultsNotListed, 'more fault')}`);
  return [
    formatSection(`${path} is damaged: ${countOf(faults.length + faultsNotListed, 'fault')}`, [
      ...listed,
      ...lines,
    ]),
    'storage-kit recover tells what can be saved.',
  ].join('\n');
}
