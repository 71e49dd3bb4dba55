import { isStateStoreError } from '../errors/state-store-error.js';
import { maxExportLineBytes } from '../limits.js';
import { encodeValue } from '../model/encode-value.js';
import type { JsonValue } from '../model/json-value.js';
import { stateKey } from '../model/state-key.js';
import type { StateRecord } from '../model/state-record.js';
import { compareUtf8 } from '../model/utf8.js';
import { CommandFailure } from './command-failure.js';
import { exportFormat, exportVersion } from './export-format.js';
import { type InputLine, readLines } from './read-lines.js';

export interface ImportedRecord {
  readonly record: StateRecord;
  /** Bytes of its value. */
  readonly bytes: number;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The records of an export. All of its rules are checked: the header, each record, their order, and that the end is there
 * and counts as many.
 *
 * @throws CommandFailure `invalid-input` with the line, `unsupported-format` for a newer version.
 */
export async function* readExport(
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<ImportedRecord, void, undefined> {
  let revision: number | undefined;
  let count = 0;
  let last: StateRecord['key'] | undefined;
  let isComplete = false;
  for await (const line of readLines(input, maxExportLineBytes)) {
    if (isComplete) throw refuse(line, 'something follows the last line');
    const members = parseMembers(line);
    if (revision === undefined) {
      revision = parseHeader(line, members);
    } else if ('records' in members) {
      checkTrailer(line, members, count);
      isComplete = true;
    } else {
      const imported = parseRecord(line, members, revision);
      checkOrder(line, last, imported.record.key);
      last = imported.record.key;
      count += 1;
      yield imported;
    }
  }
  if (isComplete) return;
  throw new CommandFailure(
    'invalid-input',
    `The export is cut short: after ${count} records its last line is missing. Export it anew`,
    { line: count + (revision === undefined ? 1 : 2) },
  );
}

function parseMembers(line: InputLine): Members {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (cause) {
    throw refuse(line, 'it is no JSON', cause);
  }
  if (isMembers(value)) return value;
  throw refuse(line, 'it is no JSON object');
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseHeader(line: InputLine, members: Members): number {
  const { format, version, revision, namespace, prefix } = members;
  if (format !== exportFormat) throw refuse(line, `it is not the first line of a ${exportFormat}`);
  if (typeof version === 'number' && version > exportVersion) {
    throw new CommandFailure(
      'unsupported-format',
      `The export has version ${version} and this program reads up to ${exportVersion}: import it with a newer program`,
      { line: line.number },
    );
  }
  checkNames(line, members, ['format', 'version', 'revision', 'namespace', 'prefix']);
  const areTexts = [namespace, prefix].every((text) => text === undefined || typeof text === 'string');
  if (version !== exportVersion || !isCount(revision) || !areTexts) {
    throw refuse(line, 'its version, revision, namespace or prefix is none');
  }
  return revision;
}

function parseRecord(line: InputLine, members: Members, last: number): ImportedRecord {
  checkNames(line, members, ['namespace', 'key', 'value', 'revision']);
  const { namespace, key, value, revision } = members;
  if (typeof namespace !== 'string' || typeof key !== 'string' || value === undefined) {
    throw refuse(line, 'it has no namespace, key or value');
  }
  if (!isCount(revision) || revision < 1 || revision > last) {
    throw refuse(line, `its revision is not one from 1 to ${last}`);
  }
  try {
    // JSON.parse gives nothing else; what a store asks beyond that is checked next.
    const record = { key: stateKey(namespace, key), value: value as JsonValue };
    return { record, bytes: encodeValue(record).bytes };
  } catch (error) {
    if (isStateStoreError(error)) throw refuse(line, error.message, error);
    throw error;
  }
}

function checkTrailer(line: InputLine, members: Members, count: number): void {
  checkNames(line, members, ['records']);
  if (members['records'] === count) return;
  throw refuse(line, `it counts ${String(members['records'])} records, but ${count} came before it`);
}

function checkOrder(
  line: InputLine,
  last: StateRecord['key'] | undefined,
  { namespace, key }: StateRecord['key'],
): void {
  if (last === undefined) return;
  const order = compareUtf8(last.namespace, namespace) || compareUtf8(last.key, key);
  if (order >= 0) throw refuse(line, 'its key does not come after the one before');
}

function checkNames(line: InputLine, members: Members, known: readonly string[]): void {
  const stranger = Object.keys(members).find((name) => !known.includes(name));
  if (stranger !== undefined) throw refuse(line, `${JSON.stringify(stranger.slice(0, 80))} is unknown in it`);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function refuse({ number }: InputLine, fault: string, cause?: unknown): CommandFailure {
  return new CommandFailure('invalid-input', `Line ${number} is refused: ${fault}`, { line: number, cause });
}
