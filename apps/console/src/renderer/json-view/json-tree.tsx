import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { formatCount } from '../shared/format/quantity.js';
import { type JsonRow, jsonRows, openAtFirst } from './json-rows.js';
import { ROW_TEXT_MAX_LENGTH, ROWS_MAX } from './limits.js';
import { isBranch, type JsonBranch } from './read-json.js';
import { stepInTree } from './step-in-tree.js';

const ROW_PX = 22;
const HEIGHT_MAX_PX = 308;
const PAD_PX = 4;
const OVERSCAN_ROWS = 8;
const INDENT_PX = 16;

/** JSON as rows that open and close, of which only those in view are in the document. */
export function JsonTree({ label, root }: { label: string; root: JsonBranch }) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(() => openAtFirst(root));
  const [active, setActive] = useState(0);
  const rows = useMemo(() => jsonRows(root, open), [root, open]);
  const isFlat = rows.every((row) => row.isOpen === null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: OVERSCAN_ROWS,
    paddingStart: PAD_PX,
    paddingEnd: PAD_PX,
  });
  const toggle = ({ path, isOpen }: JsonRow): void => {
    if (isOpen === null) return;
    setOpen((before) =>
      isOpen ? new Set([...before].filter((item) => item !== path)) : new Set([...before, path]),
    );
  };
  const press = (event: KeyboardEvent): void => {
    const step = stepInTree(rows, active, event.key);
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(step.active);
    if (step.toggle !== null) toggle(step.toggle);
    virtual.scrollToIndex(step.active);
  };
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={press}
      style={{ height: Math.min(HEIGHT_MAX_PX, rows.length * ROW_PX + 2 * PAD_PX + 2) }}
      className="group overflow-auto rounded-box border border-line bg-paper font-mono text-meta"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all of its rows
            <div
              key={row.path}
              id={`${id}-${item.index}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-expanded={row.isOpen ?? undefined}
              aria-selected={item.index === active}
              onClick={() => {
                setActive(item.index);
                toggle(row);
              }}
              style={{ top: item.start, paddingLeft: 6 + row.depth * INDENT_PX }}
              className="absolute inset-x-0 flex h-[22px] items-center gap-1 pr-2 whitespace-pre group-focus-visible:aria-selected:bg-accent/14 hover:bg-ink/4"
            >
              <RowText row={row} isFlat={isFlat} />
            </div>
          );
        })}
      </div>
      {rows.length >= ROWS_MAX && (
        <p className="sticky bottom-0 bg-paper px-2 text-muted">
          Only {formatCount(ROWS_MAX)} rows are shown.
        </p>
      )}
    </div>
  );
}

/** `isFlat`: nothing in the tree opens, so that no room is kept for what would show it. */
function RowText({ row, isFlat }: { row: JsonRow; isFlat: boolean }) {
  const { name, value, isOpen } = row;
  if (name === null && typeof value === 'string') return <span className="truncate pl-[17px]">{value}</span>;
  const Chevron = isOpen === true ? ChevronDown : ChevronRight;
  return (
    <>
      {isOpen !== null && <Chevron aria-hidden size={13} className="shrink-0 text-muted" />}
      {isOpen === null && !isFlat && <span className="w-[13px] shrink-0" />}
      <span className="shrink-0 text-muted">{name}:</span>
      <span className={`truncate ${isBranch(value) ? 'text-muted' : ''}`}>{summary(row)}</span>
    </>
  );
}

/** A value in one line; of what is open only how much it holds. */
function summary({ value, isOpen }: JsonRow): string {
  if (isBranch(value)) {
    const count = Object.keys(value).length;
    return Array.isArray(value) ? `[${count}]` : `{${count}}`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isOpen === true) return `${formatCount(value.length)} characters`;
  return JSON.stringify(
    value.length > ROW_TEXT_MAX_LENGTH ? `${value.slice(0, ROW_TEXT_MAX_LENGTH)}…` : value,
  );
}
