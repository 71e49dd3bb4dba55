import { settleOrAbort } from '../contract/settle-or-abort.js';

/**
 * Opens a database and, when it is new, lays it out. A database that opens after the signal was aborted is closed.
 *
 * @throws DOMException `VersionError` when the database has a newer version; the signal's reason.
 */
export async function openDatabase(
  name: string,
  version: number,
  create: (database: IDBDatabase) => void,
  signal: AbortSignal | undefined,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.addEventListener('upgradeneeded', () => create(request.result));
  const opening = resultOf(request);
  try {
    const database = await settleOrAbort(opening, signal);
    // Another page that wants a newer version, or to delete the database, must not wait for this one for ever.
    database.addEventListener('versionchange', () => database.close());
    return database;
  } catch (error) {
    // Nothing takes the request back: what it still opens is closed, and why it fails is told already.
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
    throw error;
  }
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** Resolves when everything in the transaction is durable. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(explained(transaction.error)));
    transaction.commit();
  });
}

/** Browsers say nothing more of a quota that is used up than the name of the error. */
function explained(error: DOMException | null): Error | null {
  if (error?.name !== 'QuotaExceededError') return error;
  return new Error('the quota of this origin is used up. Remove what it can do without, or ask for more', {
    cause: error,
  });
}
