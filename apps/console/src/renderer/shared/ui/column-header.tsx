import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

/** The head of a column; where it sorts it is a button, and says how it sorts. */
export function ColumnHeader({
  children,
  className = '',
  sorted = false,
  onSort = null,
}: {
  readonly children: ReactNode;
  readonly className?: string;
  readonly sorted?: 'asc' | 'desc' | false;
  readonly onSort?: (() => void) | null;
}) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted === false ? undefined : ORDERS[sorted]}
      className={`h-[30px] px-2 text-left text-meta font-medium whitespace-nowrap text-muted first:pl-3 last:pr-3 ${className}`}
    >
      {onSort === null ? (
        children
      ) : (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex h-6 items-center gap-1 rounded-chip px-1 font-medium hover:text-ink"
        >
          {children}
          {sorted !== false && <Arrow aria-hidden size={12} />}
        </button>
      )}
    </th>
  );
}
