/** Found by role, name and mark, wherever the page shows them. */
const INSPECTOR = 'aside[aria-label="Inspector"]';
const SELECTED = 'main [data-row][aria-selected=true] a[href]';

/** Moves the focus into the inspector, or from there back to what is selected. */
export function toggleInspectorFocus(page: ParentNode): void {
  const inspector = page.querySelector<HTMLElement>(INSPECTOR);
  if (inspector === null) return;
  if (inspector.contains(document.activeElement)) focusSelection(page);
  else inspector.focus();
}

/** Moves the focus to the row that is selected, or to the screen where none is. */
export function focusSelection(page: ParentNode): void {
  const target = page.querySelector<HTMLElement>(SELECTED) ?? page.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}
