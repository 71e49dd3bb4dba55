import { join } from 'node:path';
import { open } from 'lmdb';

/** LMDB; without overlapping syncs a put resolves after the sync of its transaction, which those that wait share. */
export async function openLmdb(folder) {
  const database = open({ path: join(folder, 'lmdb'), encoding: 'json', overlappingSync: false });
  return {
    commit: (key, value) => database.put(key, value),
    load: async (key) => database.get(key),
    close: () => database.close(),
  };
}
