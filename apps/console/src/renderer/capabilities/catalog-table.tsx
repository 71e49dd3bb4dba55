import type { Capability, Generation } from '../../protocol/generation.js';
import { SelectLink } from '../navigation/select-link.js';
import { parseSelection, type Selection } from '../navigation/selection.js';
import { nextOrder, readOrder } from '../navigation/table-order.js';
import { useChangeView, useSelect, useView } from '../navigation/use-view.js';
import { Digest } from '../shared/ui/digest.js';
import { type Column, VirtualTable } from '../shared/ui/virtual-table.js';
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
  const { select: selected, sort } = useView();
  const changeView = useChangeView();
  const select = useSelect();
  const selection = parseSelection(selected);
  const isHere =
    selection?.kind === 'capability' &&
    selection.session === place.session &&
    selection.generation === place.generation;
  return (
    <VirtualTable
      label={`Catalog of generation ${place.generation}`}
      columns={columnsOf(place)}
      rows={capabilities}
      keyOf={(capability) => capability.id}
      selected={isHere ? selection.id : null}
      onSelect={(capability) => select(catalogSelection(place, capability))}
      order={readOrder(sort)}
      onOrder={(column) => changeView({ sort: nextOrder(sort, column) })}
    />
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
      isSortable: false,
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
