import { useMemo, useRef, useState } from 'react';
import { AnswerNote } from '../connection/answer-note.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { usePageRows } from '../shared/ui/use-page-rows.js';
import { type RawLine, type RawRow, rawDiff } from './raw-diff.js';
import { rawText } from './raw-text.js';
import { type SplitRow, splitRows } from './split-rows.js';
import { type CatalogOf, useCatalog } from './use-catalog.js';

const ROW_PX = 18;

/** Two catalogs as JSON, line beside line. */
export function RawComparison({
  from,
  to,
  isSplit,
}: {
  readonly from: CatalogOf;
  readonly to: CatalogOf;
  readonly isSplit: boolean;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const left = useCatalog(from);
  const right = useCatalog(to);
  const rows = useMemo(
    () =>
      left.value === null || right.value === null ? null : rawDiff(left.value, right.value, { isWhole }),
    [left.value, right.value, isWhole],
  );
  if (rows === null) {
    return <AnswerNote answer={left.value === null ? left : right} label="reading both catalogs" />;
  }
  const label = `JSON of generation ${from.generation} and ${to.generation}`;
  return (
    <>
      <div className="flex items-center gap-2">
        <Button kind="quiet" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Leave out what is the same' : 'Show what is the same'}
        </Button>
        <CopyButton label="Copy as a patch" text={() => rawText(rows)} />
      </div>
      <RawRows label={label} rows={rows} isSplit={isSplit} />
    </>
  );
}

function RawRows({
  label,
  rows,
  isSplit,
}: {
  readonly label: string;
  readonly rows: readonly RawRow[];
  readonly isSplit: boolean;
}) {
  const body = useRef<HTMLDivElement>(null);
  const shown: readonly SplitRow[] = useMemo(() => (isSplit ? splitRows(rows) : rows), [rows, isSplit]);
  const { items, after } = usePageRows({ body, count: shown.length, rowPx: ROW_PX, stay: -1 });
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-box border border-line bg-surface font-mono text-meta"
    >
      <div ref={body} className={isSplit ? 'min-w-[920px]' : 'min-w-[640px]'}>
        <div style={{ height: items.at(0)?.gap ?? 0 }} />
        {items.map(({ index }) => {
          const row = shown[index];
          if (row === undefined) return null;
          if (row.kind === 'left-out') return <LeftOut key={index} count={row.capabilities} />;
          return row.kind === 'changed' || isSplit ? (
            <SideBySide key={index} row={row} />
          ) : (
            <UnifiedRow key={index} row={row} />
          );
        })}
        <div style={{ height: after }} />
      </div>
    </section>
  );
}

type LineRow = Exclude<RawRow, { kind: 'left-out' }>;

function SideBySide({ row }: { row: Exclude<SplitRow, { kind: 'left-out' }> }) {
  const isChanged = row.kind === 'changed';
  return (
    <div className="grid h-[18px] grid-cols-2">
      <Side line={'left' in row ? row.left : null} sign={isChanged || row.kind === 'removed' ? '−' : ' '} />
      <Side
        line={'right' in row ? row.right : null}
        sign={isChanged || row.kind === 'added' ? '+' : ' '}
        isRight
      />
    </div>
  );
}

function Side({ line, sign, isRight = false }: { line: RawLine | null; sign: string; isRight?: boolean }) {
  const edge = isRight ? 'border-l border-line' : '';
  if (line === null) return <div className={`bg-sunken ${edge}`} />;
  return (
    <div className={`flex min-w-0 ${TINTS[sign] ?? ''} ${edge}`}>
      <Numbered number={line.number} />
      <Line sign={sign} text={line.text} />
    </div>
  );
}

function UnifiedRow({ row }: { row: LineRow }) {
  const sign = row.kind === 'added' ? '+' : row.kind === 'removed' ? '−' : ' ';
  const line = 'left' in row ? row.left : row.right;
  return (
    <div className={`flex h-[18px] ${TINTS[sign] ?? ''}`}>
      <Numbered number={'left' in row ? row.left.number : null} />
      <Numbered number={'right' in row ? row.right.number : null} />
      <Line sign={sign} text={line.text} />
    </div>
  );
}

const TINTS: Readonly<Record<string, string>> = { '+': 'bg-ok/12', '−': 'bg-bad/12' };

function Numbered({ number }: { number: number | null }) {
  return (
    <span aria-hidden className="w-14 shrink-0 pr-2 text-right text-muted select-none">
      {number}
    </span>
  );
}

function Line({ sign, text }: { sign: string; text: string }) {
  return (
    <span className="min-w-0 flex-1 truncate whitespace-pre" title={text.trim()}>
      <span className="inline-block w-4 select-none">{sign}</span>
      {text}
    </span>
  );
}

function LeftOut({ count }: { count: number }) {
  return (
    <p className="flex h-[18px] items-center bg-sunken pl-14 font-sans text-label text-muted">
      {formatPlural(count, 'capability', 'capabilities')} the same in both
    </p>
  );
}
