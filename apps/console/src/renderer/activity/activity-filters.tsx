import { useChangeView, useView } from '../navigation/use-view.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { FilterPills } from '../shared/ui/filter-pills.js';

const OUTCOMES = [
  { value: undefined, label: 'All' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

const ACTORS = [
  { value: undefined, label: 'Anybody' },
  { value: 'operator', label: 'Operator' },
  { value: 'host', label: 'Host' },
] as const;

export function ActivityFilters() {
  const { outcome, actor } = useView();
  const changeView = useChangeView();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <FilterPills
        label="Outcome"
        options={OUTCOMES}
        value={outcome}
        onChange={(next) => changeView({ outcome: next })}
      />
      <span aria-hidden className="h-4 w-px bg-line" />
      <FilterPills
        label="Who"
        options={ACTORS}
        value={actor}
        onChange={(next) => changeView({ actor: next })}
      />
    </div>
  );
}

/** In place of the table, where no line fits or none was ever written. */
export function NoActivity({ isFiltered }: { isFiltered: boolean }) {
  const changeView = useChangeView();
  if (!isFiltered) {
    return (
      <EmptyState>
        Nothing was done yet: whatever is published, decided or refused will stand here, with who did it and
        why.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Button onClick={() => changeView({ filter: undefined, outcome: undefined, actor: undefined })}>
          Clear filter
        </Button>
      }
    >
      No line of the audit log matches the filter.
    </EmptyState>
  );
}
