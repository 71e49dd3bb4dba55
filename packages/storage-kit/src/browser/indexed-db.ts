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
  const database = await resultOf(request);
  if (signal?.aborted === true) {
    database.close();
    throw signal.reason;
  }
  // Another page that wants a newer version, or to delete the database, must not wait for this one for ever.
  database.addEventListener('versionchange', () => database.close());
  return database;
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
    transaction.addEventListener('abort', () => reject(transaction.error));
    transaction.commit();
  });
}
