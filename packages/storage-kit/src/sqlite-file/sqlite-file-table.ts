import { corruptFile, newerFormat } from '../errors/damaged-file.js';
import { ioError } from '../errors/io-error.js';
import { isStateStoreError } from '../errors/state-store-error.js';
import { maxCachedBytes } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { compareUtf8 } from '../model/utf8.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { RecordCache } from '../transaction/record-cache.js';
import type { RecordTable, ScanRange, StoredRecord } from '../transaction/record-table.js';
import type { FileDatabase, FileEngine, FileStatement } from './file-engine.js';

/** The version of the file that this code writes; it reads no newer one. */
const formatVersion = 1;

/** `chgf`, in the field where SQLite files say whose they are: another layout than that of a snapshot. */
const applicationId = 0x63686766;

/** So locked, the file needs no shared memory beside it. */
const exclusively = 'PRAGMA locking_mode = EXCLUSIVE';

/** Each commit syncs the WAL. */
const durably = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL';

/** A scan reads so many rows at a time, for a statement must run to its end: what it reads keeps the WAL as it is. */
const rowsPerScan = 32;

const schema = `
  BEGIN IMMEDIATE;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
  CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    revision INTEGER NOT NULL,
    UNIQUE (namespace, key)
  );
  CREATE TABLE position (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL);
  INSERT INTO position VALUES (1, 0);
  COMMIT;
`;

/** The latest records in an SQLite file. Applying a group makes it durable. */
export class SqliteFileTable implements RecordTable {
  readonly #file: string;
  readonly #database: FileDatabase;
  readonly #cache = new RecordCache(maxCachedBytes);
  readonly #statements: Readonly<Record<StatementName, FileStatement>>;
  readonly #pageBytes: number;
  #revision: number;
  #bytes: number;

  private constructor(file: string, database: FileDatabase) {
    this.#file = file;
    this.#database = database;
    this.#statements = {
      get: database.prepare('SELECT value, revision FROM records WHERE namespace = ? AND key = ?'),
      scan: database.prepare(
        `SELECT key, value, revision FROM records WHERE namespace = ? AND key > ? ORDER BY key LIMIT ${rowsPerScan}`,
      ),
      put: database.prepare(
        'INSERT INTO records (namespace, key, value, revision) VALUES (?, ?, ?, ?) ' +
          'ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, revision = excluded.revision',
      ),
      delete: database.prepare('DELETE FROM records WHERE namespace = ? AND key = ?'),
      move: database.prepare('UPDATE position SET revision = ?'),
    };
    this.#pageBytes = readNumber(database, 'PRAGMA page_size');
    this.#revision = readNumber(database, 'SELECT revision FROM position');
    this.#bytes = this.#measure();
  }

  /** @throws StateStoreError `corrupt`, `unsupported-format`, `io`. */
  static open(engine: FileEngine, file: string): SqliteFileTable {
    return attempt('open', file, () => {
      const database = engine.open(file);
      try {
        prepareFile(file, database);
        return new SqliteFileTable(file, database);
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  get revision(): number {
    return this.#revision;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: StateKey): StoredRecord | undefined {
    const id = recordId(key);
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    // All rows, of which there is one at most: so the statement runs to its end.
    const [row] = attempt('read', this.#file, () => this.#statements.get.all([key.namespace, key.key]));
    if (row === undefined) return undefined;
    const stored = storedRecord(key.key, row);
    this.#cache.set(id, stored);
    return stored;
  }

  *scan({ namespace, prefix, after }: ScanRange): Generator<StoredRecord, void, undefined> {
    let last = after;
    // SQLite orders text by its UTF-8 bytes too.
    if (compareUtf8(prefix, after) > 0) {
      const first = this.get({ namespace, key: prefix });
      if (first !== undefined) yield first;
      last = prefix;
    }
    for (;;) {
      const rows = attempt('read', this.#file, () => this.#statements.scan.all([namespace, last]));
      for (const row of rows) {
        const key = row['key'];
        if (typeof key !== 'string' || !key.startsWith(prefix)) return;
        yield storedRecord(key, row);
        last = key;
      }
      if (rows.length < rowsPerScan) return;
    }
  }

  apply(group: CommitGroup): void {
    const last = group.at(-1)?.revision ?? this.#revision;
    attempt('write', this.#file, () => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        for (const { revision, changes } of group) {
          for (const change of changes) this.#write(change.key, change.text, revision);
        }
        this.#statements.move.run(last);
        this.#database.exec('COMMIT');
      } catch (error) {
        this.#cache.clear();
        if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
    this.#revision = last;
    this.#bytes = this.#measure();
  }

  /** A file that was closed has its WAL folded in, and is one ordinary SQLite file. */
  close(): void {
    if (!this.#database.isOpen) return;
    attempt('close', this.#file, () => {
      try {
        for (const statement of Object.values(this.#statements)) statement.finalize();
        this.#database.exec('PRAGMA journal_mode = DELETE');
      } finally {
        this.#database.close();
      }
    });
  }

  #write({ namespace, key }: StateKey, text: string | undefined, revision: number): void {
    const id = recordId({ namespace, key });
    if (text === undefined) {
      this.#statements.delete.run([namespace, key]);
      this.#cache.delete(id);
    } else {
      this.#statements.put.run([namespace, key, text, revision]);
      this.#cache.replace(id, { key, text, revision });
    }
  }

  #measure(): number {
    const pages = readNumber(this.#database, 'PRAGMA page_count');
    return (pages - readNumber(this.#database, 'PRAGMA freelist_count')) * this.#pageBytes;
  }
}

type QueryRow = NonNullable<ReturnType<FileStatement['get']>>;

type StatementName = 'get' | 'scan' | 'put' | 'delete' | 'move';

/** Sees whose file it is before anything in it is changed. */
function prepareFile(file: string, database: FileDatabase): void {
  database.exec(exclusively);
  const isEmpty = readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0;
  if (!isEmpty && readNumber(database, 'PRAGMA application_id') !== applicationId) {
    throw corruptFile(file, 68, 'it is not a store of this kind');
  }
  const version = readNumber(database, 'PRAGMA user_version');
  if (version > formatVersion) throw newerFormat(file, version, formatVersion);
  database.exec(durably);
  if (isEmpty) database.exec(schema);
}

/** A value that is no text is none that was written here; as no JSON it is refused when it is parsed. */
function storedRecord(key: string, row: QueryRow): StoredRecord {
  const { value, revision } = row;
  return { key, text: typeof value === 'string' ? value : '', revision: Number(revision) };
}

function readNumber(database: FileDatabase, query: string): number {
  const row = database.get(query);
  return Number(row === null ? undefined : Object.values(row)[0]);
}

/** What SQLite throws becomes `corrupt` where it says so, else `io`. */
function attempt<Result>(action: string, file: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (isStateStoreError(error)) throw error;
    if (/malformed|not a database/.test(String(error))) {
      throw corruptFile(file, 0, `SQLite says ${String(error)}`, error);
    }
    throw ioError(action, file, error);
  }
}
