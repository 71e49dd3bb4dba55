import { openerOf, stepToRow } from './row-steps.js';
import { useShortcut } from './use-shortcut.js';
import { useSelection } from './use-view.js';

/**
 * `j` and `k` move the focus through the rows of every table of the screen, and Enter opens the row that it is on.
 * While the inspector is open it follows. A row is an element with `data-row`; the first link in it opens it.
 */
export function useRowKeys(screen: HTMLElement | null): void {
  const isInspecting = useSelection() !== null;
  const step = (by: 1 | -1): void => {
    if (screen === null) return;
    const row = stepToRow(screen, document.activeElement, by);
    const opener = row === null ? null : openerOf(row);
    opener?.focus();
    if (isInspecting && opener?.hasAttribute('data-selects') === true) opener.click();
  };
  useShortcut('next-row', () => step(1));
  useShortcut('previous-row', () => step(-1));
}
