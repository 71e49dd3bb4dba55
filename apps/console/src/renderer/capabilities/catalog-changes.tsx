import { useMemo } from 'react';
import type { CapabilityChange, CatalogDiff } from '../../protocol/catalog-diff.js';
import { SelectLink } from '../navigation/select-link.js';
import { parseSelection, type Selection } from '../navigation/selection.js';
import { useChangeView, useSelect, useView } from '../navigation/use-view.js';
import { formatCount, formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import type { Column } from '../shared/ui/column.js';
import { Digest } from '../shared/ui/digest.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { StateWord } from '../shared/ui/state-word.js';
import { STATES } from '../shared/ui/states.js';
import { TableBox } from '../shared/ui/table-box.js';
import { VirtualTable } from '../shared/ui/virtual-table.js';
import { isCatalogFiltered } from './catalog-rows.js';
import { catalogSelection } from './catalog-table.js';
import { changeCounts, changeRows } from './change-rows.js';
import { KindPills } from './kind-pills.js';
import { KindWord } from './kind-word.js';
import { NeedsChange } from './needs-change.js';
import { ServerChanges } from './server-changes.js';

/** What changed between two generations, capability by capability. */
export function CatalogChanges({ session, diff }: { session: string; diff: CatalogDiff }) {
  const view = useView();
  const { filter, kind } = view;
  const changeView = useChangeView();
  const select = useSelect();
  const rows = useMemo(() => changeRows(diff.changes, { filter, kind }), [diff, filter, kind]);
  const selection = parseSelection(view.select);
  const places = useMemo(() => ({ from: diff.from.generation, to: diff.to.generation }), [diff]);
  const columns = useMemo(() => columnsOf(session, places), [session, places]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta">
        <span role="status" className="text-muted">
          {formatShown(rows.length, diff.changes.length, isCatalogFiltered(view))}
        </span>
        <ul aria-label="Summary" className="flex flex-wrap gap-x-4">
          {changeCounts(diff.changes).map(({ change, count }) => (
            <li key={change}>
              <StateWord state={change}>
                {formatCount(count)} {STATES[change].word}
              </StateWord>
            </li>
          ))}
          <li>
            <StateWord state="unchanged">{formatCount(diff.unchanged)} unchanged</StateWord>
          </li>
        </ul>
        <span className="ml-auto">
          <KindPills items={diff.changes} />
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => changeView({ filter: undefined, kind: undefined })}>Clear filter</Button>
          }
        >
          No change matches the filter.
        </EmptyState>
      ) : (
        <TableBox>
          <VirtualTable
            label="Changes"
            columns={columns}
            rows={rows}
            keyOf={(change) => change.id}
            selected={selection?.kind === 'capability' ? selection.id : null}
            onSelect={(change) => select(changeSelection(session, places, change))}
          />
        </TableBox>
      )}
      <ServerChanges session={session} diff={diff} changes={rows} />
    </>
  );
}

interface Places {
  readonly from: number;
  readonly to: number;
}

/** The capability as it is, or as it was where it is gone. */
function changeSelection(session: string, { from, to }: Places, change: CapabilityChange): Selection {
  return catalogSelection({ session, generation: change.to === null ? from : to }, change);
}

function columnsOf(session: string, places: Places): readonly Column<CapabilityChange>[] {
  return [
    {
      id: 'change',
      header: 'Change',
      className: 'w-[132px]',
      cell: ({ change }) => <StateWord state={change} />,
    },
    {
      id: 'name',
      header: 'Capability',
      className: 'w-[24%] font-medium',
      cell: (change) => (
        <SelectLink selection={changeSelection(session, places, change)}>
          <span title={change.id}>{change.publicName}</span>
        </SelectLink>
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      className: 'w-[92px] @max-[640px]:hidden',
      cell: ({ kind }) => <KindWord kind={kind} />,
    },
    {
      id: 'surface',
      header: `Surface in ${places.from} → ${places.to}`,
      className: 'w-[248px]',
      cell: ({ from, to }) => (
        <SurfaceChange from={from?.surfaceDigest ?? null} to={to?.surfaceDigest ?? null} />
      ),
    },
    {
      id: 'needs',
      header: 'Needs',
      className: 'w-auto',
      cell: ({ from, to }) => (
        <NeedsChange before={from?.dependencies ?? null} after={to?.dependencies ?? null} />
      ),
    },
  ];
}

function SurfaceChange({ from, to }: { from: string | null; to: string | null }) {
  if (from !== null && from === to) {
    return (
      <>
        <Digest digest={from} /> <span className="text-muted">the same</span>
      </>
    );
  }
  return (
    <>
      {from === null ? <None /> : <Digest digest={from} hasCopy />}
      <span className="text-muted"> → </span>
      {to === null ? <None /> : <Digest digest={to} hasCopy />}
    </>
  );
}

function None() {
  return <span className="text-muted">none</span>;
}
