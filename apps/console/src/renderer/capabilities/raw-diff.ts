import type { Capability, Catalog } from '../../protocol/generation.js';
import { alignLines } from './align-lines.js';

/** A line of the JSON of a catalog, by its number in it. */
export interface RawLine {
  readonly number: number;
  readonly text: string;
}

/**
 * A row of two catalogs side by side: what both have, what one has, or how many capabilities that are the same were
 * left out there.
 */
export type RawRow =
  | { readonly kind: 'same'; readonly left: RawLine; readonly right: RawLine }
  | { readonly kind: 'removed'; readonly left: RawLine }
  | { readonly kind: 'added'; readonly right: RawLine }
  | { readonly kind: 'left-out'; readonly capabilities: number };

/** Two catalogs as JSON, capability beside capability by id and in the order of ids, whatever order they have. */
export function rawDiff(
  from: Catalog,
  to: Catalog,
  options: { readonly isWhole: boolean },
): readonly RawRow[] {
  const before = textsById(from);
  const after = textsById(to);
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  const rows: RawRow[] = [];
  const place = { left: 1, right: 1 };
  let leftOut = 0;
  for (const id of ids) {
    const left = before.get(id) ?? [];
    const right = after.get(id) ?? [];
    if (!options.isWhole && left.join('\n') === right.join('\n')) {
      leftOut += 1;
      place.left += left.length;
      place.right += right.length;
      continue;
    }
    if (leftOut > 0) rows.push({ kind: 'left-out', capabilities: leftOut });
    leftOut = 0;
    rows.push(...rowsOf(left, right, place));
  }
  if (leftOut > 0) rows.push({ kind: 'left-out', capabilities: leftOut });
  return rows;
}

function textsById({ capabilities }: Catalog): ReadonlyMap<string, readonly string[]> {
  return new Map(capabilities.map((item) => [item.id, textOf(item).split('\n')]));
}

/** The same order of keys on both sides, however the host sent them. */
function textOf({ id, kind, publicName, surfaceDigest, dependencies }: Capability): string {
  return JSON.stringify({ id, kind, publicName, surfaceDigest, dependencies }, null, 2);
}

/** Whether an item is the last of its list is no difference, so the comma behind it does not count. */
function rowsOf(
  left: readonly string[],
  right: readonly string[],
  place: { left: number; right: number },
): readonly RawRow[] {
  const [begin, start] = [place.left, place.right];
  const next = {
    left: (): RawLine => ({ number: place.left, text: left[place.left++ - begin] ?? '' }),
    right: (): RawLine => ({ number: place.right, text: right[place.right++ - start] ?? '' }),
  };
  return alignLines(left.map(withoutComma), right.map(withoutComma)).map(([a, b]): RawRow => {
    if (a !== null && b !== null) return { kind: 'same', left: next.left(), right: next.right() };
    return a === null ? { kind: 'added', right: next.right() } : { kind: 'removed', left: next.left() };
  });
}

function withoutComma(line: string): string {
  return line.replace(/,$/, '');
}
