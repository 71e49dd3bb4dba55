import { ROW_TEXT_MAX_LENGTH, ROWS_MAX, ROWS_OPEN_AT_FIRST } from './limits.js';
import { isBranch, type Json, type JsonBranch } from './read-json.js';

/** One row of a tree of JSON: a value under its name, or a line of a long text above it. */
export interface JsonRow {
  /** Names and indexes from the root, as a JSON pointer: unique within its tree. */
  readonly path: string;
  readonly depth: number;
  /** Name or index within what holds it; null for a line of a text. */
  readonly name: string | null;
  readonly value: Json;
  /** Null for a value without parts. */
  readonly isOpen: boolean | null;
}

/** The rows of a tree of which some parts are open, in order; at most `ROWS_MAX`. */
export function jsonRows(root: JsonBranch, open: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (parts: readonly (readonly [string | null, Json])[], path: string, depth: number): void => {
    for (const [index, [name, value]] of parts.entries()) {
      if (rows.length >= ROWS_MAX) return;
      const own = `${path}/${escaped(name ?? String(index))}`;
      const below = name === null ? [] : partsOf(value);
      const isOpen = below.length > 0 ? open.has(own) : null;
      rows.push({ path: own, depth, name, value, isOpen });
      if (isOpen === true) add(below, own, depth + 1);
    }
  };
  add(partsOf(root), '', 0);
  return rows;
}

/** The parts that are open at first: level after level, as long as the rows stay few. */
export function openAtFirst(root: JsonBranch): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = Object.keys(root).length;
  let level = branchesOf(root, '');
  while (level.length > 0) {
    rows += level.reduce((sum, { value }) => sum + Object.keys(value).length, 0);
    if (rows > ROWS_OPEN_AT_FIRST) break;
    for (const { path } of level) open.add(path);
    level = level.flatMap(({ path, value }) => branchesOf(value, path));
  }
  return open;
}

/** What a value opens to: members, elements, or the lines of a text that is too long for a row. */
function partsOf(value: Json): readonly (readonly [string | null, Json])[] {
  if (typeof value === 'string') return textLines(value).map((line) => [null, line] as const);
  return isBranch(value) ? Object.entries(value) : [];
}

function textLines(text: string): readonly string[] {
  if (text.length <= ROW_TEXT_MAX_LENGTH && !text.includes('\n')) return [];
  return text.split('\n').flatMap(wrapped);
}

function wrapped(line: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < line.length; from += ROW_TEXT_MAX_LENGTH) {
    pieces.push(line.slice(from, from + ROW_TEXT_MAX_LENGTH));
  }
  return pieces.length === 0 ? [''] : pieces;
}

function branchesOf(branch: JsonBranch, path: string): readonly { path: string; value: JsonBranch }[] {
  return Object.entries(branch).flatMap(([name, value]) =>
    isBranch(value) ? [{ path: `${path}/${escaped(name)}`, value }] : [],
  );
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
