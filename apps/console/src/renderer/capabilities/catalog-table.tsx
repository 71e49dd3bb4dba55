import type { Capability, Generation } from '../../protocol/generation.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatSelection, type Selection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Digest } from '../shared/ui/digest.js';
import { KindIcon } from './kind-icon.js';

const COLUMNS = ['Capability', 'Kind', 'Id', 'Surface', 'Needs'];

/** The capabilities of one generation. */
export function CatalogTable({
  generation,
  capabilities,
}: {
  readonly generation: Generation;
  readonly capabilities: readonly Capability[];
}) {
  const { select: selected } = useView();
  const select = useSelect();
  return (
    <DataTable label={`Catalog of generation ${generation.generation}`} columns={COLUMNS}>
      {capabilities.map((capability) => {
        const selection = catalogSelection(generation, capability);
        return (
          <DataRow
            key={capability.id}
            isSelected={formatSelection(selection) === selected}
            onSelect={() => select(selection)}
          >
            <DataCell className="font-medium">
              <SelectLink selection={selection}>{capability.publicName}</SelectLink>
            </DataCell>
            <DataCell>
              <span className="inline-flex align-top items-center gap-1.5">
                <KindIcon kind={capability.kind} />
                {capability.kind}
              </span>
            </DataCell>
            <DataCell className="font-mono text-muted">{capability.id}</DataCell>
            <DataCell>
              <Digest digest={capability.surfaceDigest} />
            </DataCell>
            <DataCell className="text-muted">{capability.dependencies.length || '–'}</DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}

export function catalogSelection(generation: Generation, capability: Capability): Selection {
  return {
    kind: 'capability',
    session: generation.session,
    generation: generation.generation,
    id: capability.id,
  };
}
