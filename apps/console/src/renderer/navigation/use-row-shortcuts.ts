import { formatSelection, type Selection } from './selection.js';
import { useShortcut } from './use-shortcut.js';
import { useSelect, useView } from './use-view.js';

/** `j` and `k` through the rows of a screen's table, in the order given. */
export function useRowShortcuts(rows: readonly Selection[]): void {
  const { select: selected } = useView();
  const select = useSelect();
  const step = (by: 1 | -1): void => {
    const index = rows.findIndex((row) => formatSelection(row) === selected);
    const next = index === -1 ? rows.at(by === 1 ? 0 : -1) : rows[index + by];
    if (next !== undefined) select(next);
  };
  useShortcut('next-row', () => step(1));
  useShortcut('previous-row', () => step(-1));
}
