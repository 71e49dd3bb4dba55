/** The order of a table: one column, ascending or descending. */
export interface TableOrder {
  readonly id: string;
  readonly desc: boolean;
}

/** Reads the order out of the address, where a descending column has a minus in front. */
export function readOrder(text: string | undefined): TableOrder | null {
  const id = text?.replace(/^-/, '') ?? '';
  return id === '' ? null : { id, desc: text?.startsWith('-') === true };
}

/** What a click on the head of a column makes of the order: ascending, descending, as it was. */
export function nextOrder(text: string | undefined, column: string): string | undefined {
  const order = readOrder(text);
  if (order?.id !== column) return column;
  return order.desc ? undefined : `-${column}`;
}

/** How rows compare by each column that they can be ordered by, ascending. */
export type RowOrders<Row> = Readonly<Record<string, (a: Row, b: Row) => number>>;

/** The rows in the order of the address; as they are where it names no column that they can be ordered by. */
export function orderRows<Row>(
  rows: readonly Row[],
  text: string | undefined,
  orders: RowOrders<Row>,
): readonly Row[] {
  const order = readOrder(text);
  const compare = order !== null && Object.hasOwn(orders, order.id) ? orders[order.id] : undefined;
  if (order === null || compare === undefined) return rows;
  return rows.toSorted((a, b) => (order.desc ? compare(b, a) : compare(a, b)));
}
