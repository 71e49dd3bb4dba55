import { type ReactNode, type RefObject, useEffect } from 'react';
import { parseSelection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { ScrollingBox } from '../shared/ui/table-box.js';
import { VirtualTable } from '../shared/ui/virtual-table.js';
import { ACTIVITY_COLUMNS } from './activity-columns.js';
import type { ActivityFeed } from './activity-feed.js';

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
  const { lines, matched } = feed;
  const selection = parseSelection(useView().select);
  const select = useSelect();
  const newest = lines.at(0)?.sequence;
  useEffect(() => {
    if (isFollowing && newest !== undefined) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, isFollowing, newest]);
  return (
    <ScrollingBox label="Table of activity" ref={scroller}>
      <VirtualTable
        label="Activity"
        columns={ACTIVITY_COLUMNS}
        rows={lines}
        rowCount={matched}
        keyOf={({ sequence }) => String(sequence)}
        selected={selection?.kind === 'activity' ? String(selection.sequence) : null}
        onSelect={({ sequence }) => select({ kind: 'activity', sequence })}
        onEnd={onEnd}
        minWidth="min-w-[640px]"
      />
      {foot}
    </ScrollingBox>
  );
}
