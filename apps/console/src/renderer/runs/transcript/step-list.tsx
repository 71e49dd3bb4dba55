import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useChangeView, useView } from '../../navigation/use-view.js';
import { AHEAD_ROWS } from './limits.js';
import { formatOpen, isOpen, parseOpen, toggleOpen } from './open-steps.js';
import { RunTail } from './run-tail.js';
import { rowHeightGuess, StepRow } from './step-row.js';
import type { TranscriptRow } from './transcript-rows.js';
import { beginningOf, type TranscriptSubject } from './transcript-subject.js';
import { turnInView } from './turn-in-view.js';
import { useScrollAnchor } from './use-scroll-anchor.js';

const OVERSCAN_ROWS = 10;
/** Height of the head of a turn, which stays at the top while its steps are in view. */
const HEAD_PX = 30;

export interface StepListHandle {
  readonly toEnd: () => void;
}

/** The rows given, of any height, of which only those in view are in the document; more are read as one scrolls. */
export function StepList({
  handle,
  subject,
  rows,
  scroller,
  isFollowing,
  isFiltered,
}: {
  readonly handle: Ref<StepListHandle>;
  readonly subject: TranscriptSubject;
  readonly rows: readonly TranscriptRow[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isFollowing: boolean;
  readonly isFiltered: boolean;
}) {
  const { transcript, goesOn } = subject;
  const view = useView();
  const changeView = useChangeView();
  const open = useMemo(() => parseOpen(view.open), [view.open]);
  const head = useRef(-1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeightGuess(rows[index], open),
    getItemKey: (index) => keyOf(rows[index], index),
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: HEAD_PX,
    rangeExtractor: (range) => {
      head.current = turnInView(rows, range.startIndex);
      const indexes = defaultRangeExtractor(range);
      return head.current === -1 || indexes.includes(head.current) ? indexes : [head.current, ...indexes];
    },
  });
  const items = virtual.getVirtualItems();
  const lastKey = keyOf(rows.at(-1), rows.length);

  const isGoingToEnd = useRef(false);
  const { hasMore, since, error, more } = transcript;
  useImperativeHandle(handle, () => ({
    toEnd: () => {
      isGoingToEnd.current = hasMore;
      virtual.scrollToEnd();
    },
  }));
  useEffect(() => {
    // Once the rest has been read, which is where somebody wanted to go.
    if (!isGoingToEnd.current || (hasMore && since !== null)) return;
    isGoingToEnd.current = false;
    virtual.scrollToEnd();
  }, [virtual, hasMore, since]);
  useEffect(() => {
    if (isFollowing && rows.length > 0) virtual.scrollToEnd();
  }, [virtual, isFollowing, rows.length, lastKey]);
  useScrollAnchor({
    scroller,
    isOn: !isFollowing,
    indexOf: (at) => rows.findIndex((row) => row.sequence >= at),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'start' }),
    firstInView: () => {
      const offset = virtual.scrollOffset ?? 0;
      const first = offset <= 0 ? undefined : virtual.getVirtualItemForOffset(offset);
      return first === undefined ? undefined : rows[first.index]?.sequence;
    },
  });

  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - AHEAD_ROWS;
  const mayReadOn = isNearEnd && hasMore && since === null && error === null;
  useEffect(() => {
    if (mayReadOn) more();
  });

  const startedAt = beginningOf(subject) ?? 0;
  return (
    <section
      ref={scroller}
      aria-label="Steps of the run"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="@container min-h-0 scroll-pt-8 overflow-x-hidden overflow-y-auto rounded-box border border-line bg-surface"
    >
      <ol aria-label="Transcript" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              data-row
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={item.index + 1}
              style={{ top: item.index === head.current ? 0 : item.start }}
              className={item.index === head.current ? 'sticky z-10' : 'absolute inset-x-0'}
            >
              <StepRow
                row={row}
                startedAt={startedAt}
                isRunning={goesOn}
                isOpen={row.kind !== 'turn' && isOpen(open, row.sequence)}
                onToggle={() => changeView({ open: formatOpen(toggleOpen(open, row.sequence)) })}
              />
            </li>
          );
        })}
      </ol>
      {!isFiltered && !hasMore && <RunTail {...subject} />}
    </section>
  );
}

function keyOf(row: TranscriptRow | undefined, index: number): string {
  if (row === undefined) return String(index);
  return row.kind === 'turn' ? `turn ${row.turn}` : String(row.sequence);
}
