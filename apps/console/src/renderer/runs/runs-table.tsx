import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { formatSelection } from '../navigation/selection.js';
import { useChangeView, useSelect, useView } from '../navigation/use-view.js';
import { ColumnHeader } from '../shared/ui/column-header.js';
import { RUN_COLUMN_CLASSES, runColumns, runFeatures } from './run-columns.js';
import type { RunRow } from './run-row.js';
import { formatSort, parseSort } from './sort-order.js';

const ROW_PX = 30;
const OVERSCAN_ROWS = 12;

/** All rows given, of which only those in view are in the document. */
export function RunsTable({ rows }: { rows: readonly RunRow[] }) {
  const { select: selected, sort } = useView();
  const changeView = useChangeView();
  const select = useSelect();
  const scroller = useRef<HTMLElement>(null);
  const sorting = useMemo(() => parseSort(sort), [sort]);
  const table = useTable({
    features: runFeatures,
    columns: runColumns,
    data: rows,
    getRowId: (row) => row.run.id,
    state: { sorting },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      changeView({ sort: formatSort(next) });
    },
  });
  const sorted = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => sorted[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtual.getVirtualItems();
  const before = items.at(0)?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  const selectedIndex = sorted.findIndex((row) => formatSelection({ kind: 'run', id: row.id }) === selected);
  useEffect(() => {
    if (selectedIndex !== -1) virtual.scrollToIndex(selectedIndex);
  }, [virtual, selectedIndex]);

  return (
    <section
      ref={scroller}
      aria-label="Table of runs"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="@container min-h-0 scroll-pt-8 overflow-auto rounded-box border border-line bg-surface"
    >
      <table
        aria-label="Runs"
        aria-rowcount={sorted.length + 1}
        className="w-full min-w-[640px] table-fixed text-meta"
      >
        <colgroup>
          {table.getFlatHeaders().map((header) => (
            <col key={header.id} className={RUN_COLUMN_CLASSES[header.id] ?? ''} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-surface">
          <tr aria-rowindex={1} className="shadow-[inset_0_-1px_0_var(--line)]">
            {table.getFlatHeaders().map((header) => (
              <ColumnHeader
                key={header.id}
                className={RUN_COLUMN_CLASSES[header.id] ?? ''}
                sorted={header.column.getIsSorted()}
                onSort={header.column.getCanSort() ? () => header.column.toggleSorting() : null}
              >
                <table.FlexRender header={header} />
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {items.map((item) => {
            const row = sorted[item.index];
            if (row === undefined) return null;
            const isSelected = item.index === selectedIndex;
            return (
              <tr
                key={row.id}
                data-row
                aria-rowindex={item.index + 2}
                aria-selected={isSelected}
                onClick={() => select({ kind: 'run', id: row.id })}
                className="h-[30px] not-last:shadow-[inset_0_-1px_0_var(--line)] hover:bg-ink/4 aria-selected:bg-accent/10"
              >
                {row.getAllCells().map((cell) => (
                  <td
                    key={cell.id}
                    className={`truncate px-2 first:pl-3 last:pr-3 ${RUN_COLUMN_CLASSES[cell.column.id] ?? ''}`}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </section>
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
