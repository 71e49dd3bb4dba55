import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonRow, jsonRows, openAtFirst } from './json-rows.js';
import { JSON_TEXT_MAX_LENGTH, ROW_TEXT_MAX_LENGTH, ROWS_MAX, ROWS_OPEN_AT_FIRST } from './limits.js';
import { isBranch, type Json, type JsonBranch, readJson } from './read-json.js';

/** Every part of a value, the value itself left out. */
function partCount(value: Json): number {
  if (!isBranch(value)) return 0;
  return Object.values(value).reduce((sum: number, part: Json) => sum + 1 + partCount(part), 0);
}

/** All rows there can be: whatever can be opened is, until nothing more can. */
function allRows(root: JsonBranch): readonly JsonRow[] {
  let rows = jsonRows(root, new Set());
  for (;;) {
    const next = jsonRows(root, new Set(rows.flatMap((row) => (row.isOpen === null ? [] : [row.path]))));
    if (next.length === rows.length) return next;
    rows = next;
  }
}

describe('reading a text as JSON', () => {
  it('takes objects and lists that hold something', () => {
    expect(readJson(' {"a":[1]} ')).toEqual({ a: [1] });
    expect(readJson('[0]')).toEqual([0]);
  });

  it.each(['', 'Echo: hello', '42', '"text"', 'null', '{}', '[]', '{"a":', '[1] and more'])(
    'leaves %j as it stands',
    (text) => {
      expect(readJson(text)).toBeNull();
    },
  );

  it('takes texts up to its bound', () => {
    const text = (length: number): string => `["${'x'.repeat(length - 4)}"]`;
    expect(readJson(text(JSON_TEXT_MAX_LENGTH))).not.toBeNull();
    expect(readJson(text(JSON_TEXT_MAX_LENGTH + 1))).toBeNull();
  });
});

describe('the rows of a tree', () => {
  it('are those of what is open, in order, each with its depth', () => {
    const rows = jsonRows({ a: { b: [1, 2] }, c: null }, new Set(['/a', '/a/b']));
    expect(rows.map(({ path, depth, isOpen }) => [path, depth, isOpen])).toEqual([
      ['/a', 0, true],
      ['/a/b', 1, true],
      ['/a/b/0', 2, null],
      ['/a/b/1', 2, null],
      ['/c', 0, null],
    ]);
  });

  it('have paths of their own, whatever names there are', () => {
    const rows = jsonRows({ 'a/b': { c: 1 }, a: { 'b~1c': 1, 'b/c': 1 } }, new Set(['/a~1b', '/a']));
    expect(new Set(rows.map((row) => row.path)).size).toBe(5);
  });

  it('show every part once when all is open', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const root = readJson(text);
        if (root === null) return;
        const rows = allRows(root);
        expect(rows.filter((row) => row.name !== null)).toHaveLength(partCount(root));
        expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length);
      }),
    );
  });

  it('open a text that is too long for one, or has several lines, to its lines', () => {
    const root = {
      short: 'x'.repeat(ROW_TEXT_MAX_LENGTH),
      long: `${'y'.repeat(ROW_TEXT_MAX_LENGTH + 1)}\n\nend`,
    };
    expect(jsonRows(root, new Set()).map((row) => row.isOpen)).toEqual([null, false]);
    const lines = jsonRows(root, new Set(['/long'])).slice(2);
    expect(lines.map((row) => [row.name, row.value, row.isOpen])).toEqual([
      [null, 'y'.repeat(ROW_TEXT_MAX_LENGTH), null],
      [null, 'y', null],
      [null, '', null],
      [null, 'end', null],
    ]);
  });

  it.each([
    [ROWS_MAX, ROWS_MAX],
    [ROWS_MAX + 1, ROWS_MAX],
  ])('of a list of %d are %d', (length, shown) => {
    expect(
      jsonRows(
        Array.from({ length }, (_, index) => index),
        new Set(),
      ),
    ).toHaveLength(shown);
  });
});

describe('what is open at first', () => {
  it('is all of something small', () => {
    expect(openAtFirst({ a: { b: { c: 1 } } })).toEqual(new Set(['/a', '/a/b']));
  });

  it.each([
    [ROWS_OPEN_AT_FIRST - 1, true],
    [ROWS_OPEN_AT_FIRST, false],
  ])('of a part with %d rows beside it: %s', (length, isOpen) => {
    expect(openAtFirst({ list: Array.from({ length }, () => 1) }).has('/list')).toBe(isOpen);
  });
});
