/** Rows and what in them is focused are found by these marks, so that every table takes the same keys. */
const ROW = '[data-row]';
const OPENER = 'a[href], button';

/**
 * The row before or after the one that the keyboard stands on: the one with the focus, else the selected one. Rows of
 * all tables follow one another as they do on the screen. Without a row to stand on it is the first in view.
 */
export function stepToRow(screen: ParentNode, focused: Element | null, by: 1 | -1): HTMLElement | null {
  const rows = [...screen.querySelectorAll<HTMLElement>(ROW)];
  const stood = focused?.closest<HTMLElement>(ROW) ?? rows.find(isSelected);
  const index = stood === undefined || stood === null ? -1 : rows.indexOf(stood);
  if (index !== -1) return rows[index + by] ?? null;
  const inView = rows.filter((row) => row.getBoundingClientRect().top >= 0);
  return inView.at(by === 1 ? 0 : -1) ?? rows.at(0) ?? null;
}

/** What Enter activates in a row. */
export function openerOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>(OPENER);
}

function isSelected(row: HTMLElement): boolean {
  return row.getAttribute('aria-selected') === 'true';
}
