import { corruptFile, newerFormat } from '../errors/damaged-file.js';
import { StateStoreError } from '../errors/state-store-error.js';
import type { SqlitePersisted, SqlitePersistence } from '../persistence/sqlite-persistence.js';
import { committed, openDatabase, resultOf } from './indexed-db.js';
import { takeLock } from './web-lock.js';

/** The version of the database's layout that this code writes; it reads no newer one. */
const formatVersion = 1;
const snapshots = 'snapshots';
const entries = 'entries';
const snapshotKey = 'snapshot';

/**
 * Keeps a store in the database `name` of the page's origin, for one page or worker at a time. A commit is one
 * transaction of the strictest durability that the browser has: it has survived whatever that promises.
 *
 * @example
 * ```ts
 * const store = await StateStore.connect({ backend: 'sqlite', persistence: indexedDbPersistence('notes') });
 * ```
 *
 * @throws StateStoreError `invalid-request` at once for the name; when it is opened `locked` while another page or worker
 * has it, `unavailable` where the browser has no locks, `corrupt`, `unsupported-format`, `io`.
 */
export function indexedDbPersistence(name: string): SqlitePersistence {
  if (typeof name !== 'string' || name === '') {
    throw new StateStoreError(
      'invalid-request',
      'The name of this database is refused: it is a text of at least one character',
    );
  }
  const place = `IndexedDB ${name}`;
  let release = async (): Promise<void> => undefined;
  let database: IDBDatabase | undefined;

  function write(change: (transaction: IDBTransaction) => void): Promise<void> {
    if (database === undefined) {
      throw new StateStoreError('closed', `The database ${name} is not open: connect a store to it`);
    }
    const transaction = database.transaction([snapshots, entries], 'readwrite', { durability: 'strict' });
    change(transaction);
    return committed(transaction);
  }

  async function close(): Promise<void> {
    database?.close();
    database = undefined;
    await release();
  }

  return {
    name: place,
    async open({ signal }) {
      release = await takeLock(`@changeover/storage-kit/${name}`, name);
      try {
        database = await openDatabase(name, formatVersion, createStores, signal);
        return await readAll(database);
      } catch (error) {
        await close();
        if (isNamed(error, 'VersionError')) throw newerFormat(place, await versionOf(name), formatVersion);
        if (isNamed(error, 'NotFoundError'))
          throw corruptFile(place, 0, 'it is not a store of this kind', error);
        throw error;
      }
    },
    append: (entry) => write((transaction) => transaction.objectStore(entries).add(entry)),
    replace: (snapshot) =>
      write((transaction) => {
        transaction.objectStore(snapshots).put(snapshot, snapshotKey);
        transaction.objectStore(entries).clear();
      }),
    close,
  };
}

function createStores(database: IDBDatabase): void {
  database.createObjectStore(snapshots);
  database.createObjectStore(entries, { autoIncrement: true });
}

/** @throws DOMException `NotFoundError` when the database has another layout. */
async function readAll(database: IDBDatabase): Promise<SqlitePersisted> {
  const transaction = database.transaction([snapshots, entries]);
  const [snapshot, appended] = await Promise.all([
    resultOf(transaction.objectStore(snapshots).get(snapshotKey)),
    resultOf(transaction.objectStore(entries).getAll()),
  ]);
  return {
    snapshot: snapshot === undefined ? undefined : bytesOf(snapshot),
    entries: appended.map(bytesOf),
  };
}

/** What is no bytes was not written by this code: the store then says where its checksum is missing. */
function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

async function versionOf(name: string): Promise<number> {
  const databases = await indexedDB.databases();
  return databases.find((database) => database.name === name)?.version ?? formatVersion + 1;
}
