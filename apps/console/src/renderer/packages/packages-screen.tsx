import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { Moment } from '../shared/ui/moment.js';
import { ScreenHead } from '../shared/ui/screen-head.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { firstStep } from './first-step.js';
import { FirstStepNote } from './first-step-note.js';
import { InstallButton } from './install-button.js';
import { PackageGenerationsSection } from './package-generations-section.js';
import { isPackageFilter, type PackageRow, packageRows } from './package-rows.js';
import { packageUses } from './package-uses.js';
import { PackagesTable } from './packages-table.js';
import { VerifyButton } from './verify-button.js';
import { VerifyPanel } from './verify-panel.js';

const GROUPS = [
  { value: undefined, label: 'All' },
  { value: 'in-force', label: 'In force' },
  { value: 'waiting', label: 'Waiting for you' },
  { value: 'kept', label: 'Kept' },
  { value: 'unused', label: 'Unused' },
] as const;

/** What is installed: the packages in force, the versions that are kept or spare, and how it came about. */
export function PackagesScreen() {
  const view = useView();
  const { filter, status, sort } = view;
  const registry = useConsole((state) => state.registry);
  const sessions = useConsole((state) => state.sessions);
  const generations = useConsole((state) => state.generations);
  const batches = useConsole((state) => state.batches);
  const verifying = useCommand('package.verify');
  const uses = useMemo(() => packageUses(sessions, generations), [sessions, generations]);
  const rows = useMemo(
    () => packageRows(registry, uses, { filter, status, sort }),
    [registry, uses, filter, status, sort],
  );
  const hasNextStep = firstStep({ registry, sessions, generations, batches }) !== null;
  const isEmpty = registry.packages.length === 0;
  return (
    <div className="flex flex-col gap-5 p-5">
      <ScreenHead
        title="Packages"
        note={<InForce />}
        actions={
          <>
            {!isEmpty && <VerifyButton command={verifying} />}
            {!isEmpty && <InstallButton kind={hasNextStep ? 'plain' : 'primary'} />}
          </>
        }
      />
      {verifying.error !== null && <HostError error={verifying.error} />}
      <VerifyPanel />
      <FirstStepNote />
      {!isEmpty && (
        <div className="flex flex-col gap-3">
          <Versions
            rows={rows}
            shown={formatShown(rows.length, registry.packages.length, isPackageFilter(view))}
          />
        </div>
      )}
      <PackageGenerationsSection />
    </div>
  );
}

function InForce() {
  const newest = useConsole((state) => state.registry.generations.at(-1));
  if (newest === undefined) return null;
  return (
    <>
      <StateChip state="in-force">package generation {newest.generation} · in force</StateChip>
      <span className="min-w-0 truncate text-meta" title={newest.cause}>
        since <Moment at={newest.publishedAt} hasAge />
      </span>
    </>
  );
}

function Versions({ rows, shown }: { rows: readonly PackageRow[]; shown: string }) {
  const { status } = useView();
  const changeView = useChangeView();
  return (
    <>
      <div className="flex items-center gap-3">
        <FilterPills
          label="State"
          options={GROUPS}
          value={GROUPS.find((group) => group.value === status)?.value}
          onChange={(next) => changeView({ status: next })}
        />
        <span role="status" className="ml-auto text-meta text-muted">
          {shown}
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => changeView({ filter: undefined, status: undefined })}>Clear filter</Button>
          }
        >
          No version matches the filter.
        </EmptyState>
      ) : (
        <PackagesTable rows={rows} />
      )}
    </>
  );
}
