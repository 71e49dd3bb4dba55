import { Fragment, useEffect, useMemo, useRef } from 'react';
import type { TableOrder } from '../../navigation/table-order.js';
import type { Column } from './column.js';
import { RowSpacer } from './row-spacer.js';
import { TABLE_ROW_CLASS, tableCells } from './table-cells.js';
import { TableHead } from './table-head.js';
import { usePageRows } from './use-page-rows.js';

const ROW_PX = 30;
/** Rows from the end at which more are asked for. */
const AHEAD_ROWS = 40;

export interface VirtualTableProps<Row> {
  readonly label: string;
  /** The same array from render to render, or all cells are made anew. */
  readonly columns: readonly Column<Row>[];
  /** A row that has not changed is the same object. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Key of the row that is selected. */
  readonly selected: string | null;
  /** What a click anywhere on a row does; its first cell holds a link that does the same. */
  readonly onSelect: (row: Row) => void;
  readonly order?: TableOrder | null;
  readonly onOrder?: (column: string) => void;
  /** All rows that there are, where not all of them are known yet. */
  readonly rowCount?: number;
  /** The last rows that are known are near. */
  readonly onEnd?: () => void;
  /** Class of its least width, where its box scrolls. */
  readonly minWidth?: string;
}

/** A named table of any length in a box that scrolls, or with the page: only the rows in view are in the document. */
export function VirtualTable<Row extends object>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, keyOf, selected, onSelect, onEnd, minWidth = '' } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const cellsOf = useMemo(() => tableCells(columns), [columns]);
  const selectedIndex = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === selected);
  const { items, after, scrollTo } = usePageRows({
    body,
    count: rows.length,
    rowPx: ROW_PX,
    stay: selectedIndex,
  });
  useSelectedInView(selected, selectedIndex, scrollTo);
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd && rows.length > 0) onEnd?.();
  }, [isNearEnd, rows.length, onEnd]);
  return (
    <table
      aria-label={label}
      aria-rowcount={(props.rowCount ?? rows.length) + 1}
      className={`w-full table-fixed text-meta ${minWidth}`}
    >
      <TableHead columns={columns} order={props.order ?? null} onOrder={props.onOrder} />
      <tbody ref={body}>
        {items.map(({ index, gap }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <Fragment key={keyOf(row)}>
              <RowSpacer height={gap} />
              <tr
                data-row
                aria-rowindex={index + 2}
                aria-selected={index === selectedIndex}
                onClick={() => onSelect(row)}
                className={TABLE_ROW_CLASS}
              >
                {cellsOf(row)}
              </tr>
            </Fragment>
          );
        })}
        <RowSpacer height={after} />
      </tbody>
    </table>
  );
}

/** Scrolls to a row when it is selected, and not when rows that are new move it. */
function useSelectedInView(
  selected: string | null,
  index: number,
  scrollTo: ((index: number) => void) | null,
): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (selected === null) shown.current = null;
    if (scrollTo === null || index === -1 || shown.current === selected) return;
    shown.current = selected;
    scrollTo(index);
  }, [scrollTo, selected, index]);
}
