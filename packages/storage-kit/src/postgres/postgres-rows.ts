import { StateStoreError } from '../errors/state-store-error.js';

/** One row of an answer, not checked yet. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A bigint column. It comes as text, since it may be larger than what a number holds exactly, unless the program has told
 * `pg`, which it shares with this store, to make something else of it.
 */
export function integerIn(row: Row, column: string): number {
  const value = row[column];
  const number = ['string', 'number', 'bigint'].includes(typeof value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw unreadable(column);
  return number;
}

/** Like {@link integerIn}, where null stands for nothing. */
export function optionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integerIn(row, column);
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw unreadable(column);
  return value;
}

/** Like {@link textIn}, where null stands for nothing. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column);
}

/** The first row, without which the store is not whole. */
export function firstOf(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw unreadable('revision');
  return row;
}

function unreadable(column: string): StateStoreError {
  return new StateStoreError(
    'corrupt',
    `The column ${column} holds what no store wrote: the tables were edited or damaged, restore them from a copy`,
  );
}
