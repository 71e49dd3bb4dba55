import type { RawLine, RawRow } from './raw-diff.js';

/** A row of two texts side by side: one that differs stands beside what it was. */
export type SplitRow = RawRow | { readonly kind: 'changed'; readonly left: RawLine; readonly right: RawLine };

/** Puts lines that are gone beside those that have come in their place, first beside first. */
export function splitRows(rows: readonly RawRow[]): readonly SplitRow[] {
  const split: SplitRow[] = [];
  let gone: RawLine[] = [];
  for (const row of rows) {
    const [left] = gone;
    if (row.kind === 'removed') {
      gone.push(row.left);
    } else if (row.kind === 'added' && left !== undefined && row.right.text !== BEGINNING) {
      gone = gone.slice(1);
      split.push({ kind: 'changed', left, right: row.right });
    } else {
      split.push(...gone.map(removed), row);
      gone = [];
    }
  }
  return [...split, ...gone.map(removed)];
}

/** A capability that is new as a whole begins so, and has not come in place of the one before it. */
const BEGINNING = '{';

function removed(left: RawLine): RawRow {
  return { kind: 'removed', left };
}
