import { Play } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { isTerminal, type Run } from '../../protocol/run.js';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { ScreenHead } from '../shared/ui/screen-head.js';
import { filterRuns, isFiltered, type RunFilter, runGroup } from './filter-runs.js';
import { PinMap } from './pin-map/pin-map.js';
import { PinNote } from './pin-map/pin-note.js';
import type { RunRow } from './run-row.js';
import { RunsFilters } from './runs-filters.js';
import { RunsTable } from './runs-table.js';

/** All runs in view, each with the generation that it effectively uses: as a table, or as a map of who holds what. */
export function RunsScreen() {
  const { as, status, filter, session, generation } = useView();
  const changeView = useChangeView();
  const runs = useConsole((state) => state.runs);
  const runCount = useConsole((state) => state.runCount);
  const isMap = as === 'map';
  useShortcut('twin', () => changeView({ as: isMap ? undefined : 'map' }));
  const used: RunFilter = { filter, session, generation, status: runGroup(status) };
  const rows = useRunRows(used);
  const live = useMemo(() => rows.filter(({ run }) => !isTerminal(run.status)), [rows]);
  const shown = isMap ? live : rows;
  const all = isMap ? runs.filter((run) => !isTerminal(run.status)).length : runCount;
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-5">
      <ScreenHead
        title="Runs & pins"
        note={
          <span role="status">
            {isMap && 'Live: '}
            {formatShown(shown.length, all, isFiltered(used))}
          </span>
        }
        actions={runCount === 0 ? undefined : <StartRun session={session} />}
      />
      {runCount === 0 ? (
        <EmptyState action={<StartRun session={session} />}>
          No run yet: a run is pinned at its start to the generation that is current then, and keeps it to its
          end.
        </EmptyState>
      ) : (
        <>
          <RunsFilters isMap={isMap} />
          {isMap && <PinNote rows={shown} />}
          {shown.length === 0 ? (
            <NoRun isFiltered={isFiltered(used)} />
          ) : isMap ? (
            <PinMap rows={shown} />
          ) : (
            <RunsTable rows={shown} />
          )}
        </>
      )}
    </div>
  );
}

function useRunRows({ filter, status, session, generation }: RunFilter): readonly RunRow[] {
  const runs = useConsole((state) => state.runs);
  const generations = useConsole((state) => state.generations);
  const known = useRef(new WeakMap<Run, RunRow>());
  return useMemo(() => {
    const states = new Map(generations.map((item) => [`${item.session} ${item.generation}`, item.state]));
    return filterRuns(runs, { filter, status, session, generation }).map((run) => {
      const generationState = states.get(`${run.session} ${run.generation}`) ?? null;
      const before = known.current.get(run);
      // A row that says the same as before is the same, so that it is not rendered again.
      if (before?.generationState === generationState) return before;
      const row = { run, generationState };
      known.current.set(run, row);
      return row;
    });
  }, [runs, generations, filter, status, session, generation]);
}

function StartRun({ session }: { session: string | undefined }) {
  const hasOpenSession = useConsole((state) => state.sessions.some((item) => item.state === 'open'));
  const isLive = useIsLive();
  return (
    <Button
      kind="primary"
      icon={Play}
      disabled={!hasOpenSession || !isLive}
      onClick={() => openDialog({ kind: 'start-run', session: session ?? null })}
    >
      Start run…
    </Button>
  );
}

function NoRun({ isFiltered: isDue }: { isFiltered: boolean }) {
  const changeView = useChangeView();
  if (!isDue) return <EmptyState>No run is live now, so no generation is held by one.</EmptyState>;
  const clear = { filter: undefined, status: undefined, session: undefined, generation: undefined };
  return (
    <EmptyState action={<Button onClick={() => changeView(clear)}>Clear filter</Button>}>
      No run matches the filter.
    </EmptyState>
  );
}
