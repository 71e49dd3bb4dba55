import type { ReactNode } from 'react';
import type { Column } from './column.js';

/** What a row that selects something looks like, in every table. */
export const TABLE_ROW_CLASS =
  'h-[30px] not-last:shadow-[inset_0_-1px_0_var(--line)] hover:bg-ink/4 aria-selected:bg-accent/10';

/**
 * Makes the cells of a row, the same ones as long as the row is the same: React leaves alone what it has been given
 * before, so that of a table that scrolls or is told of a change only the rows that are new are rendered.
 */
export function tableCells<Row extends object>(columns: readonly Column<Row>[]): (row: Row) => ReactNode {
  const made = new WeakMap<Row, ReactNode>();
  return (row) => {
    const known = made.get(row);
    if (known !== undefined) return known;
    const cells = columns.map((column) => (
      <td key={column.id} className={`truncate px-2 first:pl-3 last:pr-3 ${column.className}`}>
        {column.cell(row)}
      </td>
    ));
    made.set(row, cells);
    return cells;
  };
}
