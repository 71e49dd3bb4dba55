import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { ScreenHead } from '../shared/ui/screen-head.js';
import { filterRuns, isFiltered, runGroup } from './filter-runs.js';
import type { RunRow } from './run-row.js';
import { RunsTable } from './runs-table.js';

const STATUS_GROUPS = [
  { value: undefined, label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'waiting', label: 'Waiting for you' },
  { value: 'ended', label: 'Ended' },
] as const;

/** All runs in view, each with the generation that it effectively uses. */
export function RunsScreen() {
  const view = useView();
  const { filter, session } = view;
  const status = runGroup(view.status);
  const changeView = useChangeView();
  const runs = useConsole((state) => state.runs);
  const runCount = useConsole((state) => state.runCount);
  const generations = useConsole((state) => state.generations);
  const hasOpenSession = useConsole((state) => state.sessions.some((item) => item.state === 'open'));
  const isLive = useIsLive();

  const rows = useMemo(() => {
    const states = new Map(generations.map((item) => [`${item.session} ${item.generation}`, item.state]));
    return filterRuns(runs, { filter, status, session }).map(
      (run): RunRow => ({ run, generationState: states.get(`${run.session} ${run.generation}`) ?? null }),
    );
  }, [runs, generations, filter, status, session]);

  const start = (
    <Button
      kind="primary"
      icon={Play}
      disabled={!hasOpenSession || !isLive}
      onClick={() => openDialog({ kind: 'start-run', session: session ?? null })}
    >
      Start run…
    </Button>
  );

  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-5">
      <ScreenHead
        title="Runs & pins"
        note={
          <span role="status">
            {formatShown(rows.length, runCount, isFiltered({ filter, status, session }))}
          </span>
        }
        actions={runCount === 0 ? undefined : start}
      />
      {runCount === 0 ? (
        <EmptyState action={hasOpenSession ? start : undefined}>
          No run yet: a run is pinned at its start to the generation that is current then, and keeps it to its
          end.
        </EmptyState>
      ) : (
        <>
          <FilterPills
            label="Status"
            options={STATUS_GROUPS}
            value={status}
            onChange={(next) => changeView({ status: next })}
            removable={
              session === undefined
                ? []
                : [{ label: `session ${session}`, onRemove: () => changeView({ session: undefined }) }]
            }
          />
          {rows.length === 0 ? (
            <EmptyState
              action={
                <Button
                  onClick={() => changeView({ filter: undefined, status: undefined, session: undefined })}
                >
                  Clear filter
                </Button>
              }
            >
              No run matches the filter.
            </EmptyState>
          ) : (
            <RunsTable rows={rows} />
          )}
        </>
      )}
    </div>
  );
}
