import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatSelection, type Selection } from './selection.js';
import type { ViewSearch } from './view-search.js';

/** Shows something in the inspector, as a link that can be copied. */
export function SelectLink({ selection, children }: { selection: Selection; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(view: ViewSearch) => ({ ...view, select: formatSelection(selection) })}
      replace
      data-selects
      className="rounded-chip py-1 hover:underline"
    >
      {children}
    </Link>
  );
}
