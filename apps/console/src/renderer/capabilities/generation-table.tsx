import type { Generation } from '../../protocol/generation.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatSelection, type Selection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Digest } from '../shared/ui/digest.js';
import { Moment } from '../shared/ui/moment.js';
import { StateWord } from '../shared/ui/state-word.js';

const COLUMNS = ['Generation', 'State', 'Digest', 'Published', 'Cause', 'Retired', 'Pins', 'Capabilities'];

/** The timeline as a table: the same generations for keyboard, screen reader and search, the newest first. */
export function GenerationTable({ generations }: { generations: readonly Generation[] }) {
  const { select: selected } = useView();
  const select = useSelect();
  return (
    <DataTable label="Generations" columns={COLUMNS}>
      {[...generations].reverse().map((generation) => {
        const selection: Selection = {
          kind: 'generation',
          session: generation.session,
          generation: generation.generation,
        };
        return (
          <DataRow
            key={generation.generation}
            isSelected={formatSelection(selection) === selected}
            onSelect={() => select(selection)}
          >
            <DataCell>
              <SelectLink selection={selection}>Generation {generation.generation}</SelectLink>
            </DataCell>
            <DataCell>
              <StateWord state={generation.state} />
            </DataCell>
            <DataCell>
              <Digest digest={generation.digest} />
            </DataCell>
            <DataCell>
              <Moment at={generation.publishedAt} />
            </DataCell>
            <DataCell className="text-muted">{generation.cause}</DataCell>
            <DataCell>
              {generation.retiredAt === null ? (
                <span className="text-muted">–</span>
              ) : (
                <Moment at={generation.retiredAt} />
              )}
            </DataCell>
            <DataCell>{generation.pins}</DataCell>
            <DataCell>{generation.capabilityCount}</DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
