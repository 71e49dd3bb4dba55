import '@changeover/storage-kit/checkpoint-worker';
import { StateStore } from '@changeover/storage-kit';
import { lanceStore } from '@changeover/storage-kit/lance';
import { postgresStore } from '@changeover/storage-kit/postgres';
import { sqliteFileStore } from '@changeover/storage-kit/sqlite-file';

/** The entries that need Node, each with an option of its own. */
export const stores: readonly Promise<StateStore>[] = [
  StateStore.connect(sqliteFileStore({ location: 'store.sqlite', maxBytes: 1024 })),
  StateStore.connect(postgresStore({ host: 'localhost', ssl: { rejectUnauthorized: true } })),
  StateStore.connect(lanceStore({ location: 'store.lancedb', historyMs: 1000 })),
];
