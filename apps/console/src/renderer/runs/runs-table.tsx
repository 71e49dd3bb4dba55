import { useMemo } from 'react';
import { parseSelection } from '../navigation/selection.js';
import { orderRows } from '../navigation/table-order.js';
import { useTableOrder } from '../navigation/use-table-order.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { ScrollingBox } from '../shared/ui/table-box.js';
import { VirtualTable } from '../shared/ui/virtual-table.js';
import { RUN_COLUMNS } from './run-columns.js';
import { RUN_ORDERS } from './run-orders.js';
import type { RunRow } from './run-row.js';

/** All rows given, of which only those in view are in the document. */
export function RunsTable({ rows }: { rows: readonly RunRow[] }) {
  const { select: selected, sort } = useView();
  const select = useSelect();
  const selection = parseSelection(selected);
  const ordered = useMemo(() => orderRows(rows, sort, RUN_ORDERS), [rows, sort]);
  return (
    <ScrollingBox label="Table of runs">
      <VirtualTable
        label="Runs"
        columns={RUN_COLUMNS}
        rows={ordered}
        keyOf={({ run }) => run.id}
        selected={selection?.kind === 'run' ? selection.id : null}
        onSelect={({ run }) => select({ kind: 'run', id: run.id })}
        minWidth="min-w-[640px]"
        {...useTableOrder()}
      />
    </ScrollingBox>
  );
}
