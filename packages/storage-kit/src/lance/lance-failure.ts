import { StateStoreError } from '../errors/state-store-error.js';

/** Lance's errors are told apart by their text alone, and that goes on for pages: the cause has all of it. */
function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 160).split('\n', 1)[0] ?? '';
}

/** @param action - what failed, for example 'Reading' */
export function lanceFailure(action: string, folder: string, cause: unknown): StateStoreError {
  return new StateStoreError(
    'io',
    `${action} the store in ${folder} failed: ${firstLine(cause)}. See the cause, and try again`,
    { file: folder, cause },
  );
}

export function unknownOutcome(folder: string, cause: unknown): StateStoreError {
  return new StateStoreError(
    'io',
    `The outcome of the commit to the store in ${folder} is unknown: ${firstLine(cause)}. Read what it wrote before you try again`,
    { file: folder, cause },
  );
}

export function tooMuchContention(folder: string, attempts: number): StateStoreError {
  return new StateStoreError(
    'unavailable',
    `The commit to the store in ${folder} is refused: others came first in each of ${attempts} attempts. Nothing of it was committed; try again later`,
    { file: folder, limit: attempts },
  );
}

export function historyTooShort(folder: string, attempts: number): StateStoreError {
  return new StateStoreError(
    'unavailable',
    `The read from the store in ${folder} is refused: in each of ${attempts} attempts what it read was superseded, and removed, before it ended. Raise historyMs, or try again later`,
    { file: folder, limit: attempts },
  );
}

export function damagedStore(folder: string, fault: string, cause?: unknown): StateStoreError {
  return new StateStoreError(
    'corrupt',
    `The folder ${folder} is refused: ${fault}. It is no store of this package, or damaged; restore it from a copy. Nothing was changed`,
    { file: folder, cause },
  );
}
