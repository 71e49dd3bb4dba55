import { ArrowDownToLine, ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { LiveToggle } from '../../following/live-toggle.js';
import { NewLinesPill } from '../../following/new-lines-pill.js';
import { useFollow } from '../../following/use-follow.js';
import { useLive } from '../../navigation/use-live.js';
import { useShortcut } from '../../navigation/use-shortcut.js';
import { useChangeView, useView } from '../../navigation/use-view.js';
import { formatCount, formatShown } from '../../shared/format/quantity.js';
import { Button } from '../../shared/ui/button.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { FilterPills } from '../../shared/ui/filter-pills.js';
import { parseOpen } from './open-steps.js';
import { StepList, type StepListHandle } from './step-list.js';
import { transcriptRows } from './transcript-rows.js';
import type { TranscriptSubject } from './transcript-subject.js';
import { ToolbarLine, TranscriptToolbar } from './transcript-toolbar.js';

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'tools', label: 'Tool calls' },
  { value: 'failed', label: 'Failed' },
] as const;

/** A run step by step: what it was asked, each turn with its texts and tool calls, its end. */
export function TranscriptSteps(subject: TranscriptSubject) {
  const { transcript, goesOn } = subject;
  const { filter = '', steps, open } = useView();
  const changeView = useChangeView();
  const { setLive } = useLive();
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<StepListHandle>(null);
  const text = useDeferredValue(filter);
  const shown = useMemo(
    () => transcriptRows(transcript.parts, { text, steps }),
    [transcript.parts, text, steps],
  );
  const isFiltered = filter !== '' || steps !== undefined;
  const isFollowing = useFollow(scroller, 'end', goesOn);
  const fresh = useFreshCount(subject, isFollowing);
  const isAllOpen = parseOpen(open).isAll;
  const toggleAll = (): void => changeView({ open: isAllOpen ? undefined : 'all' });
  useShortcut('open-all', toggleAll);
  const toEnd = (): void => {
    if (goesOn) setLive(true);
    transcript.toEnd();
    list.current?.toEnd();
  };
  return (
    <>
      <TranscriptToolbar>
        <ToolbarLine />
        <FilterPills
          label="Steps"
          options={[
            { value: undefined, label: 'All' },
            ...KINDS.map(({ value, label }) => ({
              value,
              label: `${label} ${formatCount(shown.counts[value])}`,
            })),
          ]}
          value={steps}
          onChange={(next) => changeView({ steps: next })}
        />
        <span role="status" className="text-meta text-muted">
          {formatShown(shown.shown, shown.all, isFiltered)}
          {transcript.hasMore && ' read so far'}
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Button kind="quiet" icon={isAllOpen ? ChevronsDownUp : ChevronsUpDown} onClick={toggleAll}>
            {isAllOpen ? 'Close all' : 'Open all'}
          </Button>
          <Button kind="quiet" icon={ArrowDownToLine} onClick={toEnd}>
            To the end
          </Button>
          {goesOn && <LiveToggle />}
        </span>
      </TranscriptToolbar>
      {shown.rows.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => changeView({ filter: undefined, steps: undefined })}>Clear filter</Button>
          }
        >
          No step of this run matches the filter.
        </EmptyState>
      ) : (
        <div className="relative flex min-h-0 flex-col">
          <StepList
            handle={list}
            subject={subject}
            rows={shown.rows}
            scroller={scroller}
            isFollowing={isFollowing}
            isFiltered={isFiltered}
          />
          <NewLinesPill count={fresh} edge="end" onShow={toEnd} />
        </div>
      )}
    </>
  );
}

/** How many lines have come since the view stopped following; 0 while it follows. */
function useFreshCount({ transcript, goesOn }: TranscriptSubject, isFollowing: boolean): number {
  const { lines, hasMore } = transcript;
  const [seen, setSeen] = useState<number | null>(null);
  const last = lines.at(-1)?.sequence ?? 0;
  const counts = goesOn && !isFollowing && !hasMore;
  useEffect(() => {
    setSeen((before) => (counts ? (before ?? last) : null));
  }, [counts, last]);
  return counts && seen !== null ? lines.filter((line) => line.sequence > seen).length : 0;
}
