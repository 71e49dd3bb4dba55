import { useChangeView, useView } from '../navigation/use-view.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { runGroup } from './filter-runs.js';

const VIEWS = [
  { value: undefined, label: 'Table' },
  { value: 'map', label: 'Pin map' },
] as const;

const STATUS_GROUPS = [
  { value: undefined, label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'waiting', label: 'Waiting for you' },
  { value: 'ended', label: 'Ended' },
] as const;

/** A map has live runs alone. */
const LIVE_GROUPS = STATUS_GROUPS.filter(({ value }) => value === undefined || value === 'waiting');

/** Which view of the runs, and which of them. */
export function RunsFilters({ isMap }: { isMap: boolean }) {
  const { status, session, generation } = useView();
  const changeView = useChangeView();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <FilterPills
        label="View"
        options={VIEWS}
        value={isMap ? 'map' : undefined}
        onChange={(next) => changeView({ as: next })}
      />
      <span aria-hidden className="h-4 w-px bg-line" />
      <FilterPills
        label="Status"
        options={isMap ? LIVE_GROUPS : STATUS_GROUPS}
        value={runGroup(status)}
        onChange={(next) => changeView({ status: next })}
        removable={[
          ...(session === undefined
            ? []
            : [{ label: `session ${session}`, onRemove: () => changeView({ session: undefined }) }]),
          ...(generation === undefined
            ? []
            : [{ label: `generation ${generation}`, onRemove: () => changeView({ generation: undefined }) }]),
        ]}
      />
    </div>
  );
}
