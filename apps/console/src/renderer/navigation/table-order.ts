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
