import { useCallback } from 'react';
import { nextOrder, readOrder, type TableOrder } from './table-order.js';
import { useChangeView, useView } from './use-view.js';

/** The order of the screen's table, which is part of the address, and what a click on the head of a column does. */
export function useTableOrder(): { order: TableOrder | null; onOrder: (column: string) => void } {
  const { sort } = useView();
  const changeView = useChangeView();
  const onOrder = useCallback(
    (column: string) => changeView({ sort: nextOrder(sort, column) }),
    [changeView, sort],
  );
  return { order: readOrder(sort), onOrder };
}
