import { smallestCommitBytes } from '../encoding/group-codec.js';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import { segmentNumbers } from '../journal/read-store.js';
import type { StorePaths } from '../journal/store-paths.js';
import { writeSnapshot } from '../journal/write-snapshot.js';
import { loadEngine, type SqliteEngine } from '../sqlite/sqlite-engine.js';
import type { Command, CommandContext, CommandResult } from './command.js';
import { describePlan } from './describe-plan.js';
import type { RecoverDocument } from './documents.js';
import { type ExaminedStore, examineStore } from './examine-store.js';
import { exitCodes } from './exit-code.js';
import { FaultList } from './fault-list.js';
import { keepOriginals } from './keep-originals.js';
import { existingStore, withLock } from './locked-store.js';
import { Salvage } from './salvage.js';

export const recover: Command = {
  name: 'recover',
  summary: 'save what can be saved of a damaged store',
  description: `Reads what is left of a damaged store, and says what would be kept and what is lost. Writes only when told so: then all
files are first copied to <path>.before-recovery-<number>, and the store is replaced by what was kept. A sound store is
left as it is. Takes the lock of the store.

The journal counts up to the first commit that is missing. Commits behind it are sound, but were made by a program that
saw those that are lost: with --past-damage they count too, and the records may then fit together no more.`,
  options: {
    yes: { meaning: 'write without asking' },
    'past-damage': { meaning: 'apply sound commits behind those that are lost' },
  },
  run: (path, options, context) =>
    recoverDamaged(path, { yes: options.has('yes'), pastDamage: options.has('past-damage') }, context),
};

export interface RecoverOptions {
  readonly yes: boolean;
  readonly pastDamage: boolean;
}

/** @throws CommandFailure `not-found`; StateStoreError `locked`, `unsupported-format`, `io`; the signal's reason. */
export async function recoverDamaged(
  path: string,
  options: RecoverOptions,
  context: CommandContext,
): Promise<CommandResult<RecoverDocument>> {
  const paths = await existingStore(path, context.surroundings);
  return withLock(paths, context.surroundings, async () => {
    const engine = await loadEngine(undefined);
    const salvage = new Salvage(engine, options.pastDamage);
    try {
      return await recoverWith(salvage, { engine, paths, options, context });
    } finally {
      salvage.close();
    }
  });
}

interface RecoverParts {
  readonly engine: SqliteEngine;
  readonly paths: StorePaths;
  readonly options: RecoverOptions;
  readonly context: CommandContext;
}

async function recoverWith(
  salvage: Salvage,
  { engine, paths, options, context }: RecoverParts,
): Promise<CommandResult<RecoverDocument>> {
  const { surroundings, progress, confirm } = context;
  const faults = new FaultList();
  const parts = { files: surroundings.files, paths, engine, faults, progress };
  const examined = await examineStore(parts, salvage);
  salvage.finish(nextRevision(examined));
  const sound = faults.count === 0;
  const plan: RecoverDocument = {
    command: 'recover',
    exitCode: sound ? exitCodes.done : exitCodes.damaged,
    path: paths.snapshot,
    sound,
    written: false,
    kept: salvage.kept(),
    lost: {
      ...salvage.lost(),
      unreadablePlaces: examined.unreadablePlaces,
      journalBytes: examined.damagedBytes,
    },
    mixed: salvage.isMixed,
    ...faults.report(),
  };
  if (sound) return { document: plan, text: `${paths.snapshot} is sound: there is nothing to recover` };
  progress.end();
  context.say(describePlan(plan));
  const agreed =
    options.yes || ((await confirm?.('Write what is kept, and keep the files as they are aside?')) ?? false);
  if (!agreed) return { document: plan, text: 'Nothing was written. Agree with --yes' };
  const originals = await keepOriginals(paths, surroundings.files, context);
  await publish(salvage, examined.lastSegment + 1, paths, surroundings.files);
  return {
    document: { ...plan, exitCode: exitCodes.done, written: true, originals },
    text: `The store was recovered. Its files as they were are in ${originals}`,
  };
}

/** Beyond each commit that may have been in the damaged part: no revision is ever given to two of them. */
function nextRevision({ revision, damagedBytes }: ExaminedStore): number {
  return revision + Math.floor(damagedBytes / smallestCommitBytes);
}

/**
 * Not to be interrupted: at any moment the name leads to the whole damaged snapshot or to the whole recovered one, whose
 * journal begins behind all segments that are there, so that the next opening would delete them unread.
 */
async function publish(
  salvage: Salvage,
  firstSegment: number,
  paths: StorePaths,
  files: FileLayer,
): Promise<void> {
  const image = salvage.export(firstSegment);
  await withIoErrors('write', paths.snapshot, async () => {
    await writeSnapshot(files, paths, image);
    for (const number of await segmentNumbers(files, paths)) await files.remove(paths.segment(number));
    await files.syncFolder(paths.folder);
  });
}
