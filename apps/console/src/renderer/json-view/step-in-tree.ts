import type { JsonRow } from './json-rows.js';

export interface TreeStep {
  /** Index of the row that the keyboard stands on next. */
  readonly active: number;
  /** The row that opens or closes. */
  readonly toggle: JsonRow | null;
}

/** What a key does in a tree, as trees everywhere do it; null for a key that means nothing there. */
export function stepInTree(rows: readonly JsonRow[], active: number, key: string): TreeStep | null {
  const row = rows[active];
  if (row === undefined) return null;
  const to = (index: number): TreeStep => ({
    active: Math.max(0, Math.min(rows.length - 1, index)),
    toggle: null,
  });
  switch (key) {
    case 'ArrowDown':
      return to(active + 1);
    case 'ArrowUp':
      return to(active - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.isOpen === false) return { active, toggle: row };
      return row.isOpen === true ? to(active + 1) : to(active);
    case 'ArrowLeft':
      if (row.isOpen === true) return { active, toggle: row };
      return to(parentOf(rows, active));
    case 'Enter':
    case ' ':
      return { active, toggle: row.isOpen === null ? null : row };
    default:
      return null;
  }
}

function parentOf(rows: readonly JsonRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  const above = rows.slice(0, index).findLastIndex((row) => row.depth < depth);
  return above === -1 ? index : above;
}
