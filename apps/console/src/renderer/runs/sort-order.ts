interface ColumnOrder {
  readonly id: string;
  readonly desc: boolean;
}

/** The order of a table as it stands in the address: a column, with a minus in front for descending. */
export function formatSort(order: readonly ColumnOrder[]): string | undefined {
  const [first] = order;
  return first === undefined ? undefined : `${first.desc ? '-' : ''}${first.id}`;
}

export function parseSort(text: string | undefined): ColumnOrder[] {
  if (text === undefined || text === '' || text === '-') return [];
  return [text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false }];
}
