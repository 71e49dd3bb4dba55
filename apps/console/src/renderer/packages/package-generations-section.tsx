import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatSelection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { formatPlural } from '../shared/format/quantity.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Moment } from '../shared/ui/moment.js';
import { Section } from '../shared/ui/section.js';
import { StateWord } from '../shared/ui/state-word.js';
import { generationHistory } from './generation-changes.js';
import { VersionChanges } from './version-changes.js';

const COLUMNS = ['Generation', 'Published', 'Changed', 'Cause'];

/** What was in force when, and what each change of it was; the newest first. */
export function PackageGenerationsSection() {
  const generations = useConsole((state) => state.registry.generations);
  const newest = useConsole((state) => state.registry.generation);
  const { select: selected } = useView();
  const select = useSelect();
  const history = useMemo(() => generationHistory(generations), [generations]);
  if (history.length === 0) return null;
  return (
    <Section
      title="Package generations"
      note={`${history.length} stored${history.length < newest ? `, ${newest - history.length} older gone` : ''}`}
    >
      <DataTable label="Package generations" columns={COLUMNS}>
        {history.map(({ generation, changes }) => {
          const selection = { kind: 'package-generation', generation: generation.generation } as const;
          return (
            <DataRow
              key={generation.generation}
              isSelected={formatSelection(selection) === selected}
              onSelect={() => select(selection)}
            >
              <DataCell>
                <span className="inline-flex items-center gap-3 align-top">
                  <span className="font-medium">
                    <SelectLink selection={selection}>Generation {generation.generation}</SelectLink>
                  </span>
                  {generation.generation === newest && <StateWord state="in-force" />}
                </span>
              </DataCell>
              <DataCell className="text-muted">
                <Moment at={generation.publishedAt} />
              </DataCell>
              <DataCell className="py-1">
                {changes === null ? (
                  <span className="text-muted">
                    {formatPlural(generation.packages.length, 'package')}; what was before is gone
                  </span>
                ) : (
                  <VersionChanges changes={changes} />
                )}
              </DataCell>
              <DataCell className="w-full max-w-0 truncate text-muted">
                <span title={generation.cause}>{generation.cause}</span>
              </DataCell>
            </DataRow>
          );
        })}
      </DataTable>
    </Section>
  );
}
