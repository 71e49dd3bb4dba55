import type { RawRow } from './raw-diff.js';

/** The comparison as text, as tools write it: a plus before what is new, a minus before what is gone. */
export function rawText(rows: readonly RawRow[]): string {
  return `${rows.map(lineOf).join('\n')}\n`;
}

function lineOf(row: RawRow): string {
  switch (row.kind) {
    case 'same':
      return ` ${row.left.text}`;
    case 'removed':
      return `-${row.left.text}`;
    case 'added':
      return `+${row.right.text}`;
    case 'left-out':
      return `@@ ${row.capabilities} the same @@`;
  }
}
