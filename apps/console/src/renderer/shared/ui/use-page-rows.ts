import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { usePageScroller } from './page-scroller.js';

const OVERSCAN_ROWS = 12;

export interface PageRows {
  /** The rows that have to be in the document. */
  readonly items: readonly VirtualItem[];
  /** Height that stands for the rows before and after them, in pixels. */
  readonly before: number;
  readonly after: number;
  /** Null before it is known where the rows are in what scrolls. */
  readonly scrollTo: ((index: number) => void) | null;
}

/** Of many rows of one height, which scroll with the page, only those in view, and the one that has to stay. */
export function usePageRows({
  body,
  count,
  rowPx,
  stay,
}: {
  /** Where the rows begin. */
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowPx: number;
  /** Index of the row that stays in the document out of view, since it is selected; -1 for none. */
  readonly stay: number;
}): PageRows {
  const scroller = usePageScroller();
  const top = useTopInPage(body, scroller);
  const margin = top ?? 0;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    scrollMargin: margin,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      if (stay < 0 || stay >= count || rows.includes(stay)) return rows;
      return [...rows, stay].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const scrollTo = useCallback(
    (index: number) => {
      if (scroller !== null) bringIntoView(scroller, margin + index * rowPx, rowPx);
    },
    [scroller, margin, rowPx],
  );
  return {
    items,
    before: (items.at(0)?.start ?? margin) - margin,
    after: virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    scrollTo: top === null ? null : scrollTo,
  };
}

/** Scrolls as far as is needed to see a row, which is not to hide below the head of its table. */
function bringIntoView(scroller: HTMLElement, start: number, rowPx: number): void {
  const { scrollTop, clientHeight } = scroller;
  const end = start + rowPx - clientHeight;
  if (scrollTop > start - rowPx) scroller.scrollTop = start - rowPx;
  else if (scrollTop < end) scroller.scrollTop = end;
}

/** Distance from the top of what scrolls to where the rows begin, followed as what is above them changes; null before. */
function useTopInPage(body: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number | null {
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (scroller === null) return;
    const measure = (): void => {
      const rows = body.current?.getBoundingClientRect();
      if (rows === undefined) return;
      const content = scroller.getBoundingClientRect().top + scroller.clientTop;
      setTop(Math.round(rows.top - content + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of scroller.children) observer.observe(part);
    return () => observer.disconnect();
  }, [body, scroller]);
  return top;
}
