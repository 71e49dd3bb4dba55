import type { ScanRange } from '../transaction/record-table.js';

/** A text as a literal. Lance knows no escapes but the doubled quote, and compares texts by their bytes in UTF-8. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Whether a column has one of the texts. */
export function isOneOf(column: string, texts: readonly string[]): string {
  const [only] = texts;
  if (only === undefined) return 'false';
  return texts.length === 1
    ? `${column} = ${quoted(only)}`
    : `${column} IN (${texts.map(quoted).join(', ')})`;
}

/** Whether a row's key lies in the range. */
export function isInRange({ namespace, prefix, after }: ScanRange): string {
  const conditions = [`namespace = ${quoted(namespace)}`];
  if (prefix !== '') conditions.push(`key >= ${quoted(prefix)}`, `starts_with(key, ${quoted(prefix)})`);
  if (after !== '') conditions.push(`key > ${quoted(after)}`);
  return conditions.join(' AND ');
}
