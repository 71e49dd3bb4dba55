import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { usePageScroller } from './page-scroller.js';

const OVERSCAN_ROWS = 12;

/** A row that has to be in the document. */
export interface PageRow {
  readonly index: number;
  /** Height that stands for the rows between it and the one before it that is in the document, in pixels. */
  readonly gap: number;
}

export interface PageRows {
  readonly items: readonly PageRow[];
  /** Height that stands for the rows after the last of them, in pixels. */
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
  const shown = virtual.getVirtualItems();
  const endOf = (item: VirtualItem | undefined): number => (item?.end ?? margin) - margin;
  const scrollTo = useCallback(
    (index: number) => {
      if (scroller !== null) bringIntoView(scroller, { margin, index, rowPx });
    },
    [scroller, margin, rowPx],
  );
  return {
    items: shown.map((item, place) => ({
      index: item.index,
      gap: item.start - margin - endOf(shown[place - 1]),
    })),
    after: virtual.getTotalSize() - endOf(shown.at(-1)),
    scrollTo: top === null ? null : scrollTo,
  };
}

/** Scrolls as far as is needed to see a row, and on to where no row hides in part below the head of the table. */
function bringIntoView(
  scroller: HTMLElement,
  { margin, index, rowPx }: { readonly margin: number; readonly index: number; readonly rowPx: number },
): void {
  const { scrollTop, clientHeight } = scroller;
  const first = index - 1;
  const last = Math.ceil(index + 1 - clientHeight / rowPx);
  if (scrollTop > margin + first * rowPx) scroller.scrollTop = margin + first * rowPx;
  else if (scrollTop + clientHeight < margin + (index + 1) * rowPx)
    scroller.scrollTop = margin + last * rowPx;
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
