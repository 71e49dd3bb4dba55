/** The inspector is found by its role and name, wherever the page shows it. */
const INSPECTOR = 'aside[aria-label="Inspector"]';

/** Moves the focus into the inspector, or from there back to the row that is selected, else to the screen. */
export function toggleInspectorFocus(page: ParentNode, screen: HTMLElement | null): void {
  const inspector = page.querySelector<HTMLElement>(INSPECTOR);
  if (inspector === null) return;
  if (inspector.contains(document.activeElement)) {
    const row = screen?.querySelector<HTMLElement>('[data-row][aria-selected=true] a[href]') ?? screen;
    row?.focus();
  } else {
    inspector.focus();
  }
}
