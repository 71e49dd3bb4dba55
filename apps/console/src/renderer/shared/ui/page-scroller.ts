import { createContext, useContext } from 'react';

/** What scrolls the screen; null before it is there. */
export const PageScrollerContext = createContext<HTMLElement | null>(null);

export function usePageScroller(): HTMLElement | null {
  return useContext(PageScrollerContext);
}
