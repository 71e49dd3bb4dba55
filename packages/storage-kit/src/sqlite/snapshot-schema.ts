import { corruptFile, newerFormat } from '../errors/damaged-file.js';
import type { SqliteDatabase, SqliteEngine } from './sqlite-engine.js';

/** The version of the snapshot that this code writes; it reads no newer one. */
export const snapshotFormatVersion = 1;

/** `chgs`, in the field where SQLite files say whose they are. */
const applicationId = 0x63686773;
const sqliteMagic = 'SQLite format 3\0';
const sqliteHeaderBytes = 100;

/** Where a snapshot stands: the last commit in it, and the journal segment that goes on from there. */
export interface SnapshotPosition {
  readonly revision: number;
  readonly firstSegment: number;
}

const schema = `
  PRAGMA page_size = 4096;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${snapshotFormatVersion};
  CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    revision INTEGER NOT NULL,
    UNIQUE (namespace, key)
  );
  CREATE TABLE position (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL,
    first_segment INTEGER NOT NULL
  );
  INSERT INTO position VALUES (1, 0, 1);
`;

/** This process alone works on its memory: no lock to take per statement, no journal but for a rollback. */
const session = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
`;

export function createDatabase(engine: SqliteEngine): SqliteDatabase {
  const database = new engine.Database();
  database.exec(schema);
  database.exec(session);
  return database;
}

/** @throws StateStoreError `corrupt`, `unsupported-format`. */
export function openDatabase(engine: SqliteEngine, file: string, bytes: Uint8Array): SqliteDatabase {
  checkHeader(file, bytes);
  const database = new engine.Database(bytes);
  try {
    database.exec(session);
    const verdict = database.exec('PRAGMA quick_check(1)')[0]?.values[0]?.[0];
    if (verdict !== 'ok') throw corruptFile(file, 0, `SQLite says ${String(verdict)}`);
    readPosition(database);
    return database;
  } catch (error) {
    database.close();
    throw error instanceof Error && error.name === 'StateStoreError'
      ? error
      : corruptFile(file, 0, `SQLite says ${String(error)}`, error);
  }
}

export function readPosition(database: SqliteDatabase): SnapshotPosition {
  const row = database.exec('SELECT revision, first_segment FROM position')[0]?.values[0];
  return { revision: Number(row?.[0]), firstSegment: Number(row?.[1]) };
}

export function writePosition(database: SqliteDatabase, { revision, firstSegment }: SnapshotPosition): void {
  database.run('UPDATE position SET revision = ?, first_segment = ?', [revision, firstSegment]);
}

/** A fault of a file, and where it lies. */
export interface HeaderFault {
  readonly offset: number;
  readonly reason: string;
}

/** What is wrong with the header of a snapshot, the gravest first. @throws StateStoreError `unsupported-format`. */
export function headerFaults(file: string, bytes: Uint8Array): readonly HeaderFault[] {
  if (!isDatabase(bytes)) {
    return [{ offset: 0, reason: 'it is no SQLite file' }];
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, sqliteHeaderBytes);
  const faults: HeaderFault[] = [];
  if (header.getUint32(68) !== applicationId) {
    faults.push({ offset: 68, reason: 'it is not a store of this kind' });
  } else {
    const version = header.getUint32(60);
    if (version > snapshotFormatVersion) throw newerFormat(file, version, snapshotFormatVersion);
  }
  const size = header.getUint16(16) * header.getUint32(28);
  if (size !== bytes.length) faults.push({ offset: bytes.length, reason: `it should have ${size} bytes` });
  return faults;
}

/** Whether it is an SQLite file that says that it is something else. */
export function isForeignDatabase(bytes: Uint8Array): boolean {
  if (!isDatabase(bytes)) return false;
  return new DataView(bytes.buffer, bytes.byteOffset, sqliteHeaderBytes).getUint32(68) !== applicationId;
}

function isDatabase(bytes: Uint8Array): boolean {
  const magic = new TextDecoder('latin1').decode(bytes.subarray(0, sqliteMagic.length));
  return bytes.length >= sqliteHeaderBytes && magic === sqliteMagic;
}

/** What SQLite itself has to say of a file. */
export interface DatabaseCheck {
  /** Everything that is wrong, as far as its own check goes on; empty for a sound file. */
  readonly faults: readonly string[];
  /** How many records it counts; undefined when it cannot. */
  readonly records: number | undefined;
}

export function checkDatabase(engine: SqliteEngine, bytes: Uint8Array, mostFaults: number): DatabaseCheck {
  const database = new engine.Database(bytes);
  try {
    const lines = database.exec(`PRAGMA integrity_check(${mostFaults})`)[0]?.values ?? [];
    const faults = lines.map(([line]) => String(line).replaceAll('\n', ' ')).filter((line) => line !== 'ok');
    if (faults.length > 0) return { faults, records: undefined };
    return { faults, records: Number(database.exec('SELECT count(*) FROM records')[0]?.values[0]?.[0]) };
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)], records: undefined };
  } finally {
    database.close();
  }
}

function checkHeader(file: string, bytes: Uint8Array): void {
  const [fault] = headerFaults(file, bytes);
  if (fault !== undefined) throw corruptFile(file, fault.offset, fault.reason);
}
