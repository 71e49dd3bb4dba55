import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOpenDialog } from '../navigation/dialogs.js';
import { useSelection } from '../navigation/use-view.js';

/** What no screen stands for: who opens the console there has not changed the screen. */
const REDIRECTS: ReadonlySet<string | undefined> = new Set([undefined, '/', '/capabilities']);

/**
 * Never lets the focus fall out of the page: a screen that was changed to takes it if nothing has it, and so does what
 * had it before a dialog or the inspector that closed, or else the selected row, or else the screen.
 */
export function useScreenFocus(screen: HTMLElement | null): void {
  useFocusOfNewScreen(screen);
  useFocusAfter(useOpenDialog() !== null, screen);
  useFocusAfter(useSelection() !== null, screen);
}

function useFocusOfNewScreen(screen: HTMLElement | null): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isChange = path !== before.current && !REDIRECTS.has(before.current);
    if (isChange && isFocusLost()) screen?.focus({ preventScroll: true });
    before.current = path;
  }, [path, screen]);
}

/** Gives the focus back when what was open has closed. */
function useFocusAfter(isOpen: boolean, screen: HTMLElement | null): void {
  const before = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) before.current = document.activeElement;
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return;
    // A dialog that closes gives the focus back by itself where it can; what it cannot is seen a moment later.
    const frame = requestAnimationFrame(() => {
      if (!isFocusLost()) return;
      const { current } = before;
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
      const target = isThere ? current : screen;
      target?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen, screen]);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
