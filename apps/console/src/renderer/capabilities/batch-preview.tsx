import type { BatchPreview } from '../../protocol/batch.js';
import type { CapabilityChange } from '../../protocol/catalog-diff.js';
import { formatPlural } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Digest } from '../shared/ui/digest.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { KindIcon } from './kind-icon.js';

const COLUMNS = ['Change', 'Capability', 'Kind', 'From', 'To'];

/** What a batch would do: which capabilities change, in which waves, and which runs keep what they have. */
export function PreviewOfBatch({ preview }: { preview: BatchPreview }) {
  const { base, target, changes, unchanged, waves, pinnedRuns } = preview;
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          Generation {base.generation} → {target.generation}
        </span>
        <Digest digest={base.digest} /> → <Digest digest={target.digest} hasCopy />
      </p>
      {changes.length === 0 ? (
        <p className="text-muted">
          No capability changes: generation {target.generation} would hold what generation {base.generation}{' '}
          holds.
        </p>
      ) : (
        <DataTable label="Changes" columns={COLUMNS}>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </DataTable>
      )}
      <ul className="flex flex-col gap-0.5 text-meta text-muted">
        <li>
          {formatPlural(changes.length, 'change')}, {unchanged} unchanged; prepared in{' '}
          {formatPlural(waves.length, 'wave')} ({waves.map((wave) => wave.length).join(' + ') || '0'})
        </li>
        {pinnedRuns.length === 0 ? (
          <li>No live run: nothing stays on generation {base.generation}.</li>
        ) : (
          <li className="flex flex-wrap items-center gap-2">
            <StateChip state="pinned">
              {pinnedRuns.length === 1 ? '1 run stays pinned' : `${pinnedRuns.length} runs stay pinned`}
            </StateChip>
            <span className="font-mono">{pinnedRuns.map(runName).join(', ')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function ChangeRow({ change }: { change: CapabilityChange }) {
  return (
    <DataRow>
      <DataCell>
        <StateWord state={change.change} />
      </DataCell>
      <DataCell>
        <span title={change.id}>{change.publicName}</span>
      </DataCell>
      <DataCell>
        <span className="inline-flex align-top items-center gap-1.5">
          <KindIcon kind={change.kind} />
          {change.kind}
        </span>
      </DataCell>
      <DataCell>{change.from !== null && <Digest digest={change.from.surfaceDigest} />}</DataCell>
      <DataCell>{change.to !== null && <Digest digest={change.to.surfaceDigest} />}</DataCell>
    </DataRow>
  );
}
