import type { ReactNode } from 'react';

/** A column of a table: its head, its width and when it is left out as classes, and what it says about a row. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly className: string;
  readonly isSortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
}
