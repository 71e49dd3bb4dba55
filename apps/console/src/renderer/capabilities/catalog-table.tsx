import { useMemo } from 'react';
import type { Capability, Generation } from '../../protocol/generation.js';
import { SelectLink } from '../navigation/select-link.js';
import { parseSelection, type Selection } from '../navigation/selection.js';
import { useTableOrder } from '../navigation/use-table-order.js';
import { useSelect, useView } from '../navigation/use-view.js';
import type { Column } from '../shared/ui/column.js';
import { Digest } from '../shared/ui/digest.js';
import { TableBox } from '../shared/ui/table-box.js';
import { VirtualTable } from '../shared/ui/virtual-table.js';
import { KindWord } from './kind-word.js';

/** Whose catalog it is. */
export type Place = Pick<Generation, 'session' | 'generation'>;

/** Capabilities of one generation, of whatever number. */
export function CatalogTable({
  place,
  capabilities,
}: {
  readonly place: Place;
  readonly capabilities: readonly Capability[];
}) {
  const select = useSelect();
  const selection = parseSelection(useView().select);
  const { session, generation } = place;
  const columns = useMemo(() => columnsOf({ session, generation }), [session, generation]);
  const isHere =
    selection?.kind === 'capability' && selection.session === session && selection.generation === generation;
  return (
    <TableBox>
      <VirtualTable
        label={`Catalog of generation ${generation}`}
        columns={columns}
        rows={capabilities}
        keyOf={(capability) => capability.id}
        selected={isHere ? selection.id : null}
        onSelect={(capability) => select(catalogSelection(place, capability))}
        {...useTableOrder()}
      />
    </TableBox>
  );
}

export function catalogSelection(place: Place, { id }: Pick<Capability, 'id'>): Selection {
  return { kind: 'capability', session: place.session, generation: place.generation, id };
}

function columnsOf(place: Place): readonly Column<Capability>[] {
  return [
    {
      id: 'name',
      header: 'Capability',
      className: 'w-[26%] font-medium',
      isSortable: true,
      cell: (capability) => (
        <SelectLink selection={catalogSelection(place, capability)}>{capability.publicName}</SelectLink>
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      className: 'w-[92px]',
      isSortable: true,
      cell: ({ kind }) => <KindWord kind={kind} />,
    },
    {
      id: 'id',
      header: 'Id',
      className: 'w-auto @max-[720px]:hidden',
      isSortable: true,
      cell: ({ id }) => (
        <span title={id} className="font-mono text-muted">
          {id}
        </span>
      ),
    },
    {
      id: 'surface',
      header: 'Surface',
      className: 'w-[96px]',
      cell: ({ surfaceDigest }) => <Digest digest={surfaceDigest} />,
    },
    {
      id: 'needs',
      header: 'Needs',
      className: 'w-[24%]',
      isSortable: true,
      cell: ({ dependencies }) =>
        dependencies.length === 0 ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="text-muted" title={dependencies.join('\n')}>
            {needs(dependencies)}
          </span>
        ),
    },
  ];
}

/** `2: lookup, catalog`: how many, and the local part of each id. */
function needs(dependencies: readonly string[]): string {
  return `${dependencies.length}: ${dependencies.map((id) => id.split(':').slice(2).join(':') || id).join(', ')}`;
}
