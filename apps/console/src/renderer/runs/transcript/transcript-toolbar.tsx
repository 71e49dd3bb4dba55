import type { ReactNode } from 'react';
import { useShortcut } from '../../navigation/use-shortcut.js';
import { useChangeView, useView } from '../../navigation/use-view.js';
import { FilterPills } from '../../shared/ui/filter-pills.js';

const VIEWS = [
  { value: undefined, label: 'Steps' },
  { value: 'tree', label: 'Scope tree' },
] as const;

/** Chooses between the two views of a run; `children` is what is particular to one of them. */
export function TranscriptToolbar({ children }: { children: ReactNode }) {
  const { as } = useView();
  const changeView = useChangeView();
  const view = as === 'tree' ? 'tree' : undefined;
  useShortcut('twin', () => changeView({ as: view === 'tree' ? undefined : 'tree' }));
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5">
      <FilterPills label="View" options={VIEWS} value={view} onChange={(next) => changeView({ as: next })} />
      {children}
    </div>
  );
}

export function ToolbarLine() {
  return <span aria-hidden className="h-4 w-px bg-line" />;
}
