import type { PackageItem } from '../../protocol/capability-package.js';
import type { ViewSearch } from '../navigation/view-search.js';
import { RECEIPT_LINES_SHOWN } from './limits.js';

/** What became of the items that match: those that were skipped first, then those with remarks. */
export function receiptItems(
  items: readonly PackageItem[],
  outcome: ViewSearch['items'],
): readonly PackageItem[] {
  return items
    .filter((item) => outcome === undefined || item.outcome === outcome)
    .sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}

const ORDER: readonly PackageItem['outcome'][] = ['skipped', 'loaded-with-diagnostics', 'loaded'];

/** The first of the items that want a look, and how many there are. */
export function notedItems(items: readonly PackageItem[]): {
  readonly shown: readonly PackageItem[];
  readonly count: number;
} {
  const noted = receiptItems(items, undefined).filter((item) => item.outcome !== 'loaded');
  return { shown: noted.slice(0, RECEIPT_LINES_SHOWN), count: noted.length };
}

/** Where a remark is: file, and line where it is known. */
export function placeOf({ path, line }: PackageItem['diagnostics'][number]): string {
  return line === null ? path : `${path}:${line}`;
}

/** A receipt as lines of text, to be sent to whoever wrote the package. */
export function receiptText(name: string, version: string, items: readonly PackageItem[]): string {
  const lines = receiptItems(items, undefined).flatMap((item) => [
    `${item.outcome}: ${item.kind} ${item.name} (${item.path})`,
    ...item.diagnostics.map((remark) => `  ${placeOf(remark)}: ${remark.reason}`),
  ]);
  return `${[`Receipt of ${name} ${version}`, ...lines].join('\n')}\n`;
}
