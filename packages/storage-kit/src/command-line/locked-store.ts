import { acquireLock } from '../files/file-lock.js';
import { segmentNumbers } from '../journal/read-store.js';
import { type StorePaths, storePaths } from '../journal/store-paths.js';
import type { FileStoreSurroundings } from '../journal/system-surroundings.js';
import { CommandFailure } from './command-failure.js';
import { hasFile } from './has-file.js';

/** Whether anything of a store is there. @throws StateStoreError `io` */
export async function storeExists(
  paths: StorePaths,
  { files }: Pick<FileStoreSurroundings, 'files'>,
): Promise<boolean> {
  return (await hasFile(files, paths.snapshot)) || (await segmentNumbers(files, paths)).length > 0;
}

/** The files of a store that is there. @throws CommandFailure `not-found`; StateStoreError `io`. */
export async function existingStore(path: string, surroundings: FileStoreSurroundings): Promise<StorePaths> {
  const paths = await storePaths(path, surroundings.files);
  if (await storeExists(paths, surroundings)) return paths;
  throw storeNotFound(paths);
}

export function storeNotFound({ snapshot }: StorePaths): CommandFailure {
  return new CommandFailure('not-found', `There is no store at ${snapshot}: check the path`, {
    file: snapshot,
  });
}

/**
 * Runs a step as the only process that works on the store, and releases it whatever happens.
 *
 * @throws StateStoreError `locked`, `io`.
 */
export async function withLock<Result>(
  paths: StorePaths,
  surroundings: FileStoreSurroundings,
  step: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(paths.lock, surroundings);
  try {
    return await step();
  } finally {
    await lock.release();
  }
}
