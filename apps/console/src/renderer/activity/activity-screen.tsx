import { useEffect, useRef } from 'react';
import type { ActivityFilter } from '../../protocol/activity.js';
import { FILTER_MAX_LENGTH } from '../../protocol/limits.js';
import { HostError } from '../connection/host-error.js';
import { LiveToggle } from '../following/live-toggle.js';
import { NewLinesPill } from '../following/new-lines-pill.js';
import { useFollow } from '../following/use-follow.js';
import { useLive } from '../navigation/use-live.js';
import { useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { ScreenHead } from '../shared/ui/screen-head.js';
import { ActivityFilters, NoActivity } from './activity-filters.js';
import { ActivityTable } from './activity-table.js';
import { ExportButtons, ExportNote } from './export-buttons.js';
import { knowActivity } from './known-activity.js';
import { type UsedActivity, useActivity } from './use-activity.js';
import { useActivityExport } from './use-activity-export.js';

/** The audit log: everything that was published, decided or refused, newest first. */
export function ActivityScreen() {
  const { filter: text = '', actor = null, outcome = null } = useView();
  const filter: ActivityFilter = { text: text.slice(0, FILTER_MAX_LENGTH), actor, outcome };
  const isFiltered = text !== '' || actor !== null || outcome !== null;
  const { isLive } = useLive();
  const activity = useActivity(filter, isLive);
  const exporting = useActivityExport(filter);
  const { feed, reading, error } = activity;
  const lines = feed?.lines;
  useEffect(() => knowActivity(lines ?? []), [lines]);
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-5">
      <ScreenHead
        title="Activity"
        note={
          <>
            {feed !== null && <span role="status">{formatShown(feed.matched, feed.total, isFiltered)}</span>}
            {reading?.part === 'newest' && (
              <PendingNote since={reading.since} label="reading" onCancel={activity.stop} />
            )}
          </>
        }
        actions={
          <>
            <ExportNote exporting={exporting} />
            <LiveToggle />
            <ExportButtons exporting={exporting} matched={feed?.matched ?? 0} />
          </>
        }
      />
      <ActivityFilters />
      {error !== null && (
        <HostError error={error} actions={<Button onClick={activity.again}>Read again</Button>} />
      )}
      {exporting.state.phase === 'failed' && <HostError error={exporting.state.error} />}
      {feed !== null && feed.matched === 0 && <NoActivity isFiltered={isFiltered} />}
      {feed !== null && feed.matched > 0 && <ActivityLines activity={activity} feed={feed} />}
    </div>
  );
}

function ActivityLines({
  activity,
  feed,
}: {
  activity: UsedActivity;
  feed: NonNullable<UsedActivity['feed']>;
}) {
  const { reading, error, older, stop } = activity;
  const { setLive } = useLive();
  const scroller = useRef<HTMLElement>(null);
  const isFollowing = useFollow(scroller, 'start', true);
  return (
    <div className="relative flex min-h-0 flex-col">
      <ActivityTable
        feed={feed}
        scroller={scroller}
        isFollowing={isFollowing}
        onEnd={older}
        foot={
          <div className="sticky left-0 px-3 text-meta text-muted empty:hidden">
            {reading?.part === 'older' && (
              <PendingNote since={reading.since} label="reading older lines" onCancel={stop} />
            )}
            {error !== null && feed.hasMore && reading === null && (
              <Button kind="quiet" onClick={older}>
                Read older lines
              </Button>
            )}
          </div>
        }
      />
      <NewLinesPill
        count={feed.waiting.length}
        isMore={feed.hasGap}
        edge="start"
        onShow={() => {
          setLive(true);
          scroller.current?.scrollTo({ top: 0 });
        }}
      />
    </div>
  );
}
