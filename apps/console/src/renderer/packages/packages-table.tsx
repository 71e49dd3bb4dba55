import { SelectLink } from '../navigation/select-link.js';
import { parseSelection, type Selection } from '../navigation/selection.js';
import { useTableOrder } from '../navigation/use-table-order.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { formatBytes } from '../shared/format/quantity.js';
import type { Column } from '../shared/ui/column.js';
import { Digest } from '../shared/ui/digest.js';
import { TableBox } from '../shared/ui/table-box.js';
import { VirtualTable } from '../shared/ui/virtual-table.js';
import { InstalledCell, ItemsCell, NameCell, ServersCell, StateCell, UsedByCell } from './package-cells.js';
import type { PackageRow } from './package-rows.js';
import { VersionActions } from './version-actions.js';

/** Stored versions, those of one package below one another. */
export function PackagesTable({ rows }: { rows: readonly PackageRow[] }) {
  const select = useSelect();
  const selection = parseSelection(useView().select);
  return (
    <TableBox>
      <VirtualTable
        label="Packages"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ stored }) => stored.digest}
        selected={selection?.kind === 'package' ? selection.digest : null}
        onSelect={(row) => select(selectionOf(row))}
        {...useTableOrder()}
      />
    </TableBox>
  );
}

function selectionOf({ stored }: PackageRow): Selection {
  return { kind: 'package', digest: stored.digest };
}

const COLUMNS: readonly Column<PackageRow>[] = [
  {
    id: 'package',
    header: 'Package',
    className: 'w-[20%] @max-[520px]:w-auto',
    isSortable: true,
    cell: (row) => (
      <SelectLink selection={selectionOf(row)}>
        <NameCell row={row} />
      </SelectLink>
    ),
  },
  {
    id: 'version',
    header: 'Version',
    className: 'w-[84px]',
    cell: ({ stored, leads }) => (
      <span title={stored.version} className={leads ? '' : 'text-muted'}>
        {stored.version}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    className: 'w-[96px]',
    cell: ({ stored }) => <StateCell stored={stored} />,
  },
  {
    id: 'digest',
    header: 'Digest',
    className: 'w-[84px] @max-[960px]:hidden',
    cell: ({ stored }) => <Digest digest={stored.digest} />,
  },
  {
    id: 'items',
    header: 'Items',
    className: 'w-[160px] @max-[860px]:w-[128px] @max-[520px]:hidden',
    isSortable: true,
    cell: ({ stored }) => <ItemsCell stored={stored} />,
  },
  {
    id: 'servers',
    header: 'Servers',
    className: 'w-[120px] @max-[520px]:hidden',
    cell: ({ stored }) => <ServersCell stored={stored} />,
  },
  {
    id: 'used',
    header: 'Used by',
    className: 'w-auto @max-[520px]:hidden',
    cell: (row) => <UsedByCell row={row} />,
  },
  {
    id: 'size',
    header: 'Size',
    className: 'w-[72px] @max-[1100px]:hidden text-muted',
    isSortable: true,
    cell: ({ stored }) => formatBytes(stored.bytes),
  },
  {
    id: 'installed',
    header: 'Installed',
    className: 'w-[76px] @max-[1100px]:hidden text-muted',
    isSortable: true,
    cell: ({ stored }) => <InstalledCell stored={stored} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    className: 'w-[144px] @max-[860px]:w-[76px]',
    cell: ({ stored }) => <VersionActions stored={stored} />,
  },
];
