import type { TableOrder } from '../../navigation/table-order.js';
import type { Column } from './column.js';
import { ColumnHeader } from './column-header.js';

/** The heads of all columns; it stays in view while the rows scroll. */
export function TableHead<Row>({
  columns,
  order = null,
  onOrder,
}: {
  readonly columns: readonly Column<Row>[];
  readonly order?: TableOrder | null;
  /** What a click on the head of a column does that can be sorted by. */
  readonly onOrder?: ((column: string) => void) | undefined;
}) {
  return (
    <thead className="sticky top-0 z-10 bg-surface">
      <tr aria-rowindex={1} className="shadow-[inset_0_-1px_0_var(--line)]">
        {columns.map(({ id, header, className, isSortable }) => (
          <ColumnHeader
            key={id}
            className={className}
            sorted={order?.id === id ? (order.desc ? 'desc' : 'asc') : false}
            onSort={isSortable === true && onOrder !== undefined ? () => onOrder(id) : null}
          >
            {header}
          </ColumnHeader>
        ))}
      </tr>
    </thead>
  );
}
