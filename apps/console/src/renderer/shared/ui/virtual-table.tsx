import { type ReactNode, useEffect, useRef } from 'react';
import type { TableOrder } from '../../navigation/table-order.js';
import { ColumnHeader } from './column-header.js';
import { usePageRows } from './use-page-rows.js';

const ROW_PX = 30;

/** A column: its head, its width and when it is left out as classes, and what it says about a row. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly className: string;
  readonly isSortable: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** A named table of any length that scrolls with the page: only the rows in view are in the document. */
export function VirtualTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  selected,
  onSelect,
  order,
  onOrder,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Key of the row that is selected. */
  readonly selected: string | null;
  /** What a click anywhere on a row does; its first cell holds a link that does the same. */
  readonly onSelect: (row: Row) => void;
  readonly order: TableOrder | null;
  readonly onOrder: (column: string) => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const selectedIndex = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === selected);
  const { items, before, after, scrollTo } = usePageRows({
    body,
    count: rows.length,
    rowPx: ROW_PX,
    stay: selectedIndex,
  });
  useEffect(() => {
    if (selectedIndex > 0) scrollTo(selectedIndex);
  }, [scrollTo, selectedIndex]);
  return (
    <div className="@container rounded-box border border-line bg-surface">
      <table aria-label={label} aria-rowcount={rows.length + 1} className="w-full table-fixed text-meta">
        <thead className="sticky top-0 z-10 bg-surface">
          <tr aria-rowindex={1} className="shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map((column) => (
              <ColumnHeader
                key={column.id}
                className={column.className}
                sorted={order?.id === column.id ? (order.desc ? 'desc' : 'asc') : false}
                onSort={column.isSortable ? () => onOrder(column.id) : null}
              >
                {column.header}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={before} />
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={keyOf(row)}
                data-row
                aria-rowindex={index + 2}
                aria-selected={index === selectedIndex}
                onClick={() => onSelect(row)}
                className="h-[30px] not-last:shadow-[inset_0_-1px_0_var(--line)] hover:bg-ink/4 aria-selected:bg-accent/10"
              >
                {columns.map((column) => (
                  <td key={column.id} className={`truncate px-2 first:pl-3 last:pr-3 ${column.className}`}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* Spans no columns: which of them are shown is up to the width. */}
      <td style={{ height }} />
    </tr>
  );
}
