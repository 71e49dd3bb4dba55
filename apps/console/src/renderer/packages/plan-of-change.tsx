import type { ItemChange, RegistryPlan } from '../../protocol/capability-package.js';
import { KindIcon } from '../capabilities/kind-icon.js';
import { formatPlural } from '../shared/format/quantity.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Digest } from '../shared/ui/digest.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateIcon } from '../shared/ui/state-icon.js';
import { StateWord } from '../shared/ui/state-word.js';
import { plannedChanges } from './plan-summary.js';
import { ScrollBox } from './scroll-box.js';
import { VersionChanges } from './version-changes.js';

const COLUMNS = ['Change', 'Item', 'Kind', 'From', 'To'];

/** What a change of the packages in force would do: to packages, to items, to sessions, and what forbids it. */
export function PlanOfChange({ plan }: { plan: RegistryPlan }) {
  const { base, target, items, unchangedItems, conflicts, sessions, deleted } = plan;
  const changes = plannedChanges(plan);
  return (
    <section aria-label="Plan" className="flex flex-col gap-2">
      <h3>
        Package generation {base} → {target}
      </h3>
      {conflicts.map((conflict) => (
        <Conflict key={`${conflict.kind} ${conflict.publicName}`} conflict={conflict} />
      ))}
      {changes.length === 0 ? (
        <p className="text-muted">Nothing would change: exactly this content is in force.</p>
      ) : (
        <VersionChanges changes={changes} />
      )}
      {items.length > 0 && <Items items={items} />}
      <ul className="flex flex-col gap-0.5 text-meta text-muted">
        <li>
          {formatPlural(items.length, 'item')} {items.length === 1 ? 'changes' : 'change'}, {unchangedItems}{' '}
          unchanged. Nothing is started: a session takes it when a batch is applied to it.
        </li>
        {sessions.length > 0 && (
          <li className="flex flex-wrap items-center gap-2">
            <StateChip state="pinned">
              {formatPlural(sessions.length, 'session')} {sessions.length === 1 ? 'keeps' : 'keep'} the old
            </StateChip>
            <span className="min-w-0 break-words">{sessions.join(', ')}, until a batch is applied</span>
          </li>
        )}
        {deleted.length > 0 && (
          <li className="flex flex-wrap items-center gap-2">
            <StateChip state="removed">content deleted</StateChip>
            <span className="min-w-0 break-words">
              {deleted.map(({ name, version }) => `${name} ${version}`).join(', ')}: nobody uses{' '}
              {deleted.length === 1 ? 'it' : 'them'}, and the package generations with{' '}
              {deleted.length === 1 ? 'it' : 'them'} are too old to be kept
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Items({ items }: { items: readonly ItemChange[] }) {
  return (
    <ScrollBox label="Items that change, item by item" className="max-h-[214px]">
      <DataTable label="Items that change" columns={COLUMNS}>
        {items.map((item) => (
          <DataRow key={`${item.package} ${item.kind} ${item.publicName}`}>
            <DataCell>
              <StateWord state={item.change} />
            </DataCell>
            <DataCell className="max-w-56 truncate font-medium">
              <span title={`${item.publicName} of ${item.package}`}>{item.publicName}</span>
            </DataCell>
            <DataCell>
              <span className="inline-flex items-center gap-1.5 align-top">
                <KindIcon kind={item.kind} />
                {item.kind}
              </span>
            </DataCell>
            <DataCell>{item.fromDigest !== null && <Digest digest={item.fromDigest} />}</DataCell>
            <DataCell>{item.toDigest !== null && <Digest digest={item.toDigest} />}</DataCell>
          </DataRow>
        ))}
      </DataTable>
    </ScrollBox>
  );
}

function Conflict({ conflict }: { conflict: RegistryPlan['conflicts'][number] }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-box border border-bad/40 bg-bad/6 px-3 py-2">
      <span className="pt-[3px]">
        <StateIcon state="conflict" size={14} />
      </span>
      <div className="min-w-0 break-words">
        <p className="font-medium">
          {conflict.packages.join(' and ')} both bring the {conflict.kind} {conflict.publicName}
        </p>
        <p className="text-muted">{conflict.message}</p>
      </div>
    </div>
  );
}
