import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formatSelection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { ColumnHeader } from '../shared/ui/column-header.js';
import { ACTIVITY_COLUMNS } from './activity-columns.js';
import type { ActivityFeed } from './activity-feed.js';

const ROW_PX = 30;
const OVERSCAN_ROWS = 12;
/** Rows from the end at which older ones are asked for. */
const AHEAD_ROWS = 40;

/** The lines that are known, of which only those in view are in the document; older ones come as one scrolls. */
export function ActivityTable({
  feed,
  scroller,
  isFollowing,
  foot,
  onEnd,
}: {
  readonly feed: ActivityFeed;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isFollowing: boolean;
  /** Stands below the last row: that older ones are read, or why not. */
  readonly foot: ReactNode;
  /** The last rows are near. */
  readonly onEnd: () => void;
}) {
  const { lines } = feed;
  const { select: selected } = useView();
  const select = useSelect();
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => lines[index]?.sequence ?? index,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtual.getVirtualItems();
  const before = items.at(0)?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  const selectedIndex = lines.findIndex(
    ({ sequence }) => formatSelection({ kind: 'activity', sequence }) === selected,
  );
  // Only when another line is selected: new lines move the one that is, and must not scroll to it.
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (selectedIndex === -1 || shown.current === selected) return;
    shown.current = selected;
    virtual.scrollToIndex(selectedIndex);
  }, [virtual, selected, selectedIndex]);

  const newest = lines.at(0)?.sequence;
  useEffect(() => {
    if (isFollowing && newest !== undefined) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, isFollowing, newest]);

  const isNearEnd = (items.at(-1)?.index ?? 0) >= lines.length - AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd && lines.length > 0) onEnd();
  }, [isNearEnd, lines.length, onEnd]);

  return (
    <section
      ref={scroller}
      aria-label="Table of activity"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="@container min-h-0 scroll-pt-8 overflow-auto rounded-box border border-line bg-surface"
    >
      <table
        aria-label="Activity"
        data-rows
        aria-rowcount={feed.matched + 1}
        className="w-full min-w-[640px] table-fixed text-meta"
      >
        <colgroup>
          {ACTIVITY_COLUMNS.map(({ title, className }) => (
            <col key={title} className={className} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-surface">
          <tr aria-rowindex={1} className="shadow-[inset_0_-1px_0_var(--line)]">
            {ACTIVITY_COLUMNS.map(({ title, className }) => (
              <ColumnHeader key={title} className={className}>
                {title}
              </ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {items.map((item) => {
            const line = lines[item.index];
            if (line === undefined) return null;
            return (
              <tr
                key={line.sequence}
                data-row
                aria-rowindex={item.index + 2}
                aria-selected={item.index === selectedIndex}
                onClick={() => select({ kind: 'activity', sequence: line.sequence })}
                className="h-[30px] not-last:shadow-[inset_0_-1px_0_var(--line)] hover:bg-ink/4 aria-selected:bg-accent/10"
              >
                {ACTIVITY_COLUMNS.map(({ title, className, cell }) => (
                  <td key={title} className={`truncate px-2 first:pl-3 last:pr-3 ${className}`}>
                    {cell(line)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
      {foot}
    </section>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* Spans no columns: which of them are shown is up to the width. */}
      <td style={{ height }} />
    </tr>
  );
}
