import { ioError } from '../errors/io-error.js';
import { maxCachedBytes } from '../limits.js';
import { recordId } from '../model/record-id.js';
import type { StateKey } from '../model/state-key.js';
import { compareUtf8 } from '../model/utf8.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import { RecordCache } from '../transaction/record-cache.js';
import type { RecordTable, ScanRange, StoredRecord } from '../transaction/record-table.js';
import type { NamespaceUsage } from './namespace-usage.js';
import { readPosition, writePosition } from './snapshot-schema.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-engine.js';

const encoder = new TextEncoder();

/** Longer texts are encoded into bytes of their own, so that one large record keeps nothing behind. */
const scratchBytes = 64 * 1024;

/** The latest records in a table of sql.js. A rowid table: without one, each value spills to an overflow page. */
export class SqliteTable implements RecordTable {
  /** Where the journal of the snapshot that was loaded begins. */
  readonly firstSegment: number;
  readonly #database: SqliteDatabase;
  readonly #select: SqliteStatement;
  readonly #scan: SqliteStatement;
  readonly #upsert: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #pages: SqliteStatement;
  readonly #freePages: SqliteStatement;
  readonly #pageBytes: number;
  readonly #cache = new RecordCache(maxCachedBytes);
  readonly #scratch = new Uint8Array(scratchBytes);
  #revision: number;
  #bytes: number;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#select = database.prepare('SELECT value, revision FROM records WHERE namespace = ? AND key = ?');
    this.#scan = database.prepare(
      'SELECT key, value, revision FROM records WHERE namespace = ? AND key >= ? ORDER BY key',
    );
    // sql.js encodes a text character by character; bytes it copies at once, which makes a write four times as fast.
    this.#upsert = database.prepare(
      'INSERT INTO records (namespace, key, value, revision) VALUES (?, ?, CAST(? AS TEXT), ?) ' +
        'ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, revision = excluded.revision',
    );
    this.#remove = database.prepare('DELETE FROM records WHERE namespace = ? AND key = ?');
    this.#pages = database.prepare('PRAGMA page_count');
    this.#freePages = database.prepare('PRAGMA freelist_count');
    this.#pageBytes = Number(database.exec('PRAGMA page_size')[0]?.values[0]?.[0]);
    const { revision, firstSegment } = readPosition(database);
    this.firstSegment = firstSegment;
    this.#revision = revision;
    this.#bytes = this.#measure();
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
    const stored = this.#read(key);
    if (stored !== undefined) this.#cache.set(id, stored);
    return stored;
  }

  *scan({ namespace, prefix, after }: ScanRange): Generator<StoredRecord, void, undefined> {
    // SQLite orders text by its UTF-8 bytes too.
    const from = compareUtf8(prefix, after) > 0 ? prefix : after;
    try {
      this.#scan.bind([namespace, from]);
      while (this.#scan.step()) {
        const [key, text, revision] = this.#scan.get();
        if (typeof key !== 'string' || !key.startsWith(prefix)) return;
        if (key !== after) yield { key, text: String(text), revision: Number(revision) };
      }
    } finally {
      this.#scan.reset();
    }
  }

  /** How many records there are. */
  count(): number {
    return Number(this.#database.exec('SELECT count(*) FROM records')[0]?.values[0]?.[0]);
  }

  /** Each namespace that has records, ascending. */
  namespaces(): readonly string[] {
    const rows = this.#database.exec('SELECT DISTINCT namespace FROM records ORDER BY namespace')[0]?.values;
    return (rows ?? []).map(([namespace]) => String(namespace));
  }

  /** Each namespace that has records, the largest first. */
  usage(): readonly NamespaceUsage[] {
    const rows = this.#database.exec(
      'SELECT namespace, count(*), sum(octet_length(key) + octet_length(value)) FROM records ' +
        'GROUP BY namespace ORDER BY 3 DESC, 1',
    )[0]?.values;
    return (rows ?? []).map(([namespace, records, bytes]) => ({
      namespace: String(namespace),
      records: Number(records),
      bytes: Number(bytes),
    }));
  }

  apply(group: CommitGroup): void {
    this.#database.run('BEGIN');
    try {
      for (const { revision, changes } of group) {
        for (const { key, text } of changes) {
          const id = recordId(key);
          if (text === undefined) {
            this.#remove.run([key.namespace, key.key]);
            this.#cache.delete(id);
          } else {
            this.#upsert.run([key.namespace, key.key, this.#utf8(text), revision]);
            this.#cache.replace(id, { key: key.key, text, revision });
          }
        }
      }
      this.#database.run('COMMIT');
    } catch (error) {
      this.#database.run('ROLLBACK');
      this.#cache.clear();
      throw ioError('apply commits to', 'the table in memory', error);
    }
    this.#revision = group.at(-1)?.revision ?? this.#revision;
    this.#bytes = this.#measure();
  }

  /** The table as a SQLite file whose journal begins with segment `firstSegment`. */
  export(firstSegment: number): Uint8Array {
    writePosition(this.#database, { revision: this.#revision, firstSegment });
    return this.#database.export();
  }

  close(): void {
    this.#database.close();
  }

  #read(key: StateKey): StoredRecord | undefined {
    try {
      if (!(this.#select.bind([key.namespace, key.key]) && this.#select.step())) return undefined;
      const [text, revision] = this.#select.get();
      return { key: key.key, text: String(text), revision: Number(revision) };
    } finally {
      this.#select.reset();
    }
  }

  /** SQLite copies what it is given at once, so most texts need no bytes of their own. */
  #utf8(text: string): Uint8Array {
    if (3 * text.length > scratchBytes) return encoder.encode(text);
    return this.#scratch.subarray(0, encoder.encodeInto(text, this.#scratch).written);
  }

  #measure(): number {
    return (readNumber(this.#pages) - readNumber(this.#freePages)) * this.#pageBytes;
  }
}

function readNumber(statement: SqliteStatement): number {
  try {
    statement.step();
    return Number(statement.get()[0]);
  } finally {
    statement.reset();
  }
}
