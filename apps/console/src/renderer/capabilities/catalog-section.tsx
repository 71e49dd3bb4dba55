import { useMemo } from 'react';
import type { Generation } from '../../protocol/generation.js';
import { useRowShortcuts } from '../navigation/use-row-shortcuts.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { Section } from '../shared/ui/section.js';
import { CatalogTable, catalogSelection } from './catalog-table.js';
import { filterCatalog } from './filter-catalog.js';

/** What a run sees that is admitted now, searchable. */
export function CatalogSection({ generation }: { generation: Generation }) {
  const { filter } = useView();
  const changeView = useChangeView();
  const capabilities = useMemo(() => filterCatalog(generation.capabilities, filter), [generation, filter]);
  useRowShortcuts(
    useMemo(() => capabilities.map((item) => catalogSelection(generation, item)), [generation, capabilities]),
  );
  const isFiltered = (filter ?? '') !== '';
  return (
    <Section
      title={`Catalog of generation ${generation.generation}`}
      note={
        <span role="status">
          {formatShown(capabilities.length, generation.capabilities.length, isFiltered)}
        </span>
      }
    >
      {capabilities.length > 0 && <CatalogTable generation={generation} capabilities={capabilities} />}
      {capabilities.length === 0 && isFiltered && (
        <EmptyState action={<Button onClick={() => changeView({ filter: undefined })}>Clear filter</Button>}>
          No capability matches the filter.
        </EmptyState>
      )}
      {capabilities.length === 0 && !isFiltered && (
        <EmptyState>This generation holds no capability: a run that starts now has no tool.</EmptyState>
      )}
    </Section>
  );
}
