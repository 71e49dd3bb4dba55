import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { LiveToggle } from '../../following/live-toggle.js';
import { useChangeView, useView } from '../../navigation/use-view.js';
import type { ViewSearch } from '../../navigation/view-search.js';
import { useSession } from '../../sessions/use-session.js';
import { useNow } from '../../shared/clock/clock.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { runName } from '../../shared/format/run-name.js';
import { ColumnHeader } from '../../shared/ui/column-header.js';
import { RowSpacer } from '../../shared/ui/row-spacer.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { ToolName } from '../../shared/ui/tool-name.js';
import { formatOffset } from './format-offset.js';
import { formatOpen, parseOpen, toggleOpen } from './open-steps.js';
import { type ScopeRow, scopeRows } from './scope-rows.js';
import { SpanAxis, SpanBar } from './span-bar.js';
import { spanScale } from './span-scale.js';
import type { TranscriptSubject } from './transcript-subject.js';
import { ToolbarLine, TranscriptToolbar } from './transcript-toolbar.js';

const ROW_PX = 28;
const OVERSCAN_ROWS = 12;
const INDENT_PX = 18;
const BUSY_TICK_MS = 1_000;
const IDLE_TICK_MS = 60_000;

const COLUMNS = [
  { title: 'Scope', className: 'w-[27%] @max-[760px]:w-[40%]' },
  { title: 'State', className: 'w-[152px]' },
  { title: 'Holds', className: 'w-[200px] @max-[900px]:hidden' },
  { title: 'Begins', className: 'w-[68px] @max-[760px]:hidden' },
  { title: 'Time', className: 'w-[64px]' },
  { title: 'When', className: 'w-auto' },
] as const;

/** A run as its scopes: session, run, turns, and the tool calls as tasks of their turn, each on the time of the run. */
export function ScopeTree(subject: TranscriptSubject) {
  const { session, id, run, transcript, goesOn } = subject;
  const { shut } = useView();
  const sessionState = useSession(session)?.state ?? 'unknown';
  const now = useNow(goesOn ? BUSY_TICK_MS : IDLE_TICK_MS);
  const rows = useMemo(
    () =>
      scopeRows({
        session,
        sessionState,
        id,
        run,
        parts: transcript.parts,
        isRunning: goesOn,
        shut: parseOpen(shut),
      }),
    [session, sessionState, id, run, transcript.parts, goesOn, shut],
  );
  const scale = useMemo(() => scaleOf(rows, now), [rows, now]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtual.getVirtualItems();
  const before = items.at(0)?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <TranscriptToolbar>
        <ToolbarLine />
        <span role="status" className="text-meta text-muted">
          {formatPlural(rows.length, 'scope')}
          {transcript.hasMore && ' read so far'}
        </span>
        <span className="ml-auto flex items-center">{goesOn && <LiveToggle />}</span>
      </TranscriptToolbar>
      <section
        ref={scroller}
        aria-label="Scopes of the run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="@container min-h-0 scroll-pt-8 overflow-auto rounded-box border border-line bg-surface"
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows open and close
          role="treegrid"
          aria-label="Scope tree"
          aria-rowcount={rows.length + 1}
          className="w-full table-fixed text-meta"
        >
          <thead className="sticky top-0 z-10 bg-surface">
            <tr aria-rowindex={1} className="shadow-[inset_0_-1px_0_var(--line)]">
              {COLUMNS.map(({ title, className }) => (
                <ColumnHeader key={title} className={className}>
                  {title === 'When' ? <SpanAxis scale={scale} /> : title}
                </ColumnHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            <RowSpacer height={before} />
            {items.map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              return (
                <tr
                  key={row.key}
                  data-row
                  aria-rowindex={item.index + 2}
                  aria-level={row.depth + 1}
                  aria-expanded={row.isOpen ?? undefined}
                  className="h-[28px] not-last:shadow-[inset_0_-1px_0_var(--line)] hover:bg-ink/4"
                >
                  <td className={`truncate pr-2 pl-3 ${COLUMNS[0].className}`}>
                    <span
                      className="flex min-w-0 items-center"
                      style={{ paddingLeft: row.depth * INDENT_PX }}
                    >
                      <ScopeName row={row} />
                    </span>
                  </td>
                  <td className={`truncate px-2 ${COLUMNS[1].className}`}>
                    <StateWord state={row.state}>{row.word ?? undefined}</StateWord>
                  </td>
                  <td title={row.note} className={`truncate px-2 text-muted ${COLUMNS[2].className}`}>
                    {row.note}
                  </td>
                  <td className={`px-2 font-mono text-label text-muted ${COLUMNS[3].className}`}>
                    {row.from !== null && formatOffset(row.from - scale.from)}
                  </td>
                  <td className={`px-2 text-muted ${COLUMNS[4].className}`}>
                    {row.from !== null && row.kind !== 'report' && formatDuration((row.to ?? now) - row.from)}
                  </td>
                  <td className={`pr-3 pl-2 ${COLUMNS[5].className}`}>
                    <SpanBar row={row} scale={scale} now={now} />
                  </td>
                </tr>
              );
            })}
            <RowSpacer height={after} />
          </tbody>
        </table>
      </section>
    </>
  );
}

const NAME = 'min-w-0 truncate rounded-chip font-mono hover:underline';

/** What a scope is called; where it leads or opens, that is a link or a button. */
function ScopeName({ row }: { row: ScopeRow }) {
  const { shut } = useView();
  const changeView = useChangeView();
  const { kind, name, sequence, isOpen } = row;
  const Chevron = isOpen === true ? ChevronDown : ChevronRight;
  const text = (
    <>
      {kind === 'session' || kind === 'run' || kind === 'turn' ? (
        <span className="text-muted">{kind}/</span>
      ) : (
        ''
      )}
      {kind === 'task' ? <ToolName tool={name} /> : kind === 'run' ? runName(name) : name}
    </>
  );
  if (isOpen !== null) {
    return (
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => changeView({ shut: formatOpen(toggleOpen(parseOpen(shut), Number(name))) })}
        className="flex min-w-0 items-center gap-1 rounded-chip font-mono hover:underline"
      >
        <Chevron aria-hidden size={13} className="-ml-[17px] shrink-0 text-muted" />
        <span className="truncate">{text}</span>
      </button>
    );
  }
  if (kind === 'session') {
    return (
      <Link to="/capabilities/$session" params={{ session: name }} className={NAME}>
        {text}
      </Link>
    );
  }
  const step = sequence === null ? {} : { at: sequence, open: formatOpen({ isAll: false, but: [sequence] }) };
  return (
    <Link to="." search={(view: ViewSearch) => ({ ...view, ...step, as: undefined })} className={NAME}>
      {text}
    </Link>
  );
}

function scaleOf(rows: readonly ScopeRow[], now: number) {
  const spans = rows.flatMap(({ from, to }) => (from === null ? [] : [{ from, to: to ?? now }]));
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  return spanScale(spans.length === 0 ? { from: now, to: now } : { from, to }, spans);
}
