import type { ReactNode } from 'react';
import { ColumnHeader } from './column-header.js';

/** A plain table in a box: named, with a head, dense. For lists that stay short. */
export function DataTable({
  label,
  columns,
  children,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className="overflow-x-auto rounded-box border border-line bg-surface">
      <table aria-label={label} className="w-full text-meta">
        <thead>
          <tr className="shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map((column) => (
              <ColumnHeader key={column}>{column}</ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function DataRow({
  children,
  isSelected = false,
  onSelect,
}: {
  readonly children: ReactNode;
  readonly isSelected?: boolean;
  readonly onSelect?: (() => void) | undefined;
}) {
  return (
    // The row is a larger target for the pointer; its first cell holds the link for everybody else.
    <tr
      data-row
      aria-selected={onSelect === undefined ? undefined : isSelected}
      onClick={onSelect}
      className={`h-[30px] not-last:shadow-[inset_0_-1px_0_var(--line)] aria-selected:bg-accent/10 ${onSelect === undefined ? '' : 'hover:bg-ink/4'}`}
    >
      {children}
    </tr>
  );
}

export function DataCell({ children, className = '' }: { children?: ReactNode; className?: string }) {
  return <td className={`px-2 whitespace-nowrap first:pl-3 last:pr-3 ${className}`}>{children}</td>;
}
