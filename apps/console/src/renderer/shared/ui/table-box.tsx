import { type ReactNode, type RefObject, useCallback, useState } from 'react';
import { PageScrollerContext } from './page-scroller.js';

const BOX = '@container rounded-box border border-line bg-surface';

/** Around a table that scrolls with the page. */
export function TableBox({ children }: { children: ReactNode }) {
  // Clipped and not hidden: its head stays in view below the top of the page.
  return <div className={`${BOX} overflow-clip`}>{children}</div>;
}

/** Around a table that scrolls by itself, below what stays of the screen. */
export function ScrollingBox({
  label,
  ref,
  children,
}: {
  readonly label: string;
  readonly ref?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      setScroller(element);
      if (ref !== undefined) ref.current = element;
    },
    [ref],
  );
  return (
    <section
      ref={attach}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`${BOX} min-h-0 scroll-pt-8 overflow-auto`}
    >
      <PageScrollerContext value={scroller}>{children}</PageScrollerContext>
    </section>
  );
}
