// The database below a store, as whoever has nothing of the package may change it.

type Part = 'snapshots' | 'entries';

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** Makes a database that has nothing in it. */
export async function create(name: string, version: number): Promise<void> {
  (await settled(indexedDB.open(name, version))).close();
}

/** Puts something in the place of the first value. */
export async function replaceFirst(
  name: string,
  part: Part,
  change: (value: Uint8Array) => unknown,
): Promise<void> {
  const database = await settled(indexedDB.open(name));
  const values = database.transaction(part, 'readwrite').objectStore(part);
  const cursor = await settled(values.openCursor());
  if (cursor === null) throw new Error(`There is nothing in ${part}`);
  await settled(cursor.update(change(cursor.value)));
  database.close();
}

/** Everything that is in it, as numbers and texts that can be compared. */
export async function content(name: string): Promise<readonly string[]> {
  const database = await settled(indexedDB.open(name));
  const parts = [...database.objectStoreNames];
  const values = await Promise.all(
    parts.map((part) => settled(database.transaction(part).objectStore(part).getAll())),
  );
  database.close();
  return values.flat().map((value: unknown) => (value instanceof Uint8Array ? value.join() : String(value)));
}

/** Whether it could be removed at once: not while anybody has it open. */
export function remove(name: string): Promise<'removed' | 'blocked'> {
  const request = indexedDB.deleteDatabase(name);
  return Promise.race([
    settled(request).then(() => 'removed' as const),
    new Promise<'blocked'>((resolve) => request.addEventListener('blocked', () => resolve('blocked'))),
  ]);
}
