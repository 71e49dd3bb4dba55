import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useChangeView, useView } from '../../navigation/use-view.js';
import type { ViewSearch } from '../../navigation/view-search.js';
import { formatDuration } from '../../shared/format/duration.js';
import { runName } from '../../shared/format/run-name.js';
import { ColumnHeader } from '../../shared/ui/column-header.js';
import { RowSpacer } from '../../shared/ui/row-spacer.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { ToolName } from '../../shared/ui/tool-name.js';
import { usePageRows } from '../../shared/ui/use-page-rows.js';
import { formatOffset } from './format-offset.js';
import { formatOpen, parseOpen, toggleOpen } from './open-steps.js';
import type { ScopeRow } from './scope-rows.js';
import { SpanAxis, SpanBar } from './span-bar.js';
import { spanScale } from './span-scale.js';

const ROW_PX = 28;
const INDENT_PX = 18;

const COLUMNS = [
  { title: 'Scope', className: 'w-[27%] @max-[760px]:w-[40%]' },
  { title: 'State', className: 'w-[152px]' },
  { title: 'Holds', className: 'w-[200px] @max-[900px]:hidden' },
  { title: 'Begins', className: 'w-[68px] @max-[760px]:hidden' },
  { title: 'Time', className: 'w-[64px]' },
  { title: 'When', className: 'w-auto' },
] as const;

/** The scopes of a run below one another, each with its part of the time; it scrolls in the box that it stands in. */
export function ScopeTable({ rows, now }: { rows: readonly ScopeRow[]; now: number }) {
  const scale = useMemo(() => scaleOf(rows, now), [rows, now]);
  const body = useRef<HTMLTableSectionElement>(null);
  const { items, after } = usePageRows({ body, count: rows.length, rowPx: ROW_PX, stay: -1 });
  return (
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
      <tbody ref={body}>
        <RowSpacer height={items.at(0)?.gap ?? 0} />
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
                <span className="flex min-w-0 items-center" style={{ paddingLeft: row.depth * INDENT_PX }}>
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
  const [first = { from: now, to: now }] = spans;
  const whole = spans.reduce(
    (all, span) => ({ from: Math.min(all.from, span.from), to: Math.max(all.to, span.to) }),
    first,
  );
  return spanScale(whole, spans);
}
