import { GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import type { Generation } from '../../protocol/generation.js';
import { AnswerNote } from '../connection/answer-note.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { Pick } from '../shared/ui/pick.js';
import { Section } from '../shared/ui/section.js';
import { catalogRows, isCatalogFiltered } from './catalog-rows.js';
import { CatalogTable } from './catalog-table.js';
import { generationOptions } from './generation-options.js';
import { KindPills } from './kind-pills.js';
import { useCatalog } from './use-catalog.js';

/** What a generation holds, searchable: the one in force, or another that is asked for. */
export function CatalogSection({
  session,
  generations,
  current,
}: {
  readonly session: string;
  readonly generations: readonly Generation[];
  /** Number of the generation in force. */
  readonly current: number;
}) {
  const view = useView();
  const { filter, kind, sort } = view;
  const changeView = useChangeView();
  const number = view.generation ?? current;
  const known = generations.find((item) => item.generation === number);
  const catalog = useCatalog({ session, generation: number, digest: known?.digest ?? null });
  const all = catalog.value?.capabilities;
  const rows = useMemo(() => catalogRows(all ?? [], { filter, kind, sort }), [all, filter, kind, sort]);
  const isFiltered = isCatalogFiltered(view);
  const previous = generations.findLast((item) => item.generation < number)?.generation ?? number - 1;
  return (
    <Section
      anchor="catalog"
      title={`Catalog of generation ${number}`}
      note={
        all !== undefined && <span role="status">{formatShown(rows.length, all.length, isFiltered)}</span>
      }
      actions={
        <>
          <Pick
            label="Generation"
            value={String(number)}
            options={generationOptions(generations, [number])}
            onChange={(next) =>
              changeView({ generation: Number(next) === current ? undefined : Number(next) })
            }
          />
          {number > 0 && (
            <Button
              icon={GitCompareArrows}
              onClick={() => changeView({ from: Math.max(0, previous), to: number, generation: undefined })}
            >
              Compare
            </Button>
          )}
        </>
      }
    >
      <AnswerNote answer={catalog} label={`reading generation ${number}`} />
      {all !== undefined && <KindPills items={all} />}
      {rows.length > 0 && <CatalogTable place={{ session, generation: number }} capabilities={rows} />}
      {all !== undefined && rows.length === 0 && isFiltered && (
        <EmptyState
          action={
            <Button onClick={() => changeView({ filter: undefined, kind: undefined })}>Clear filter</Button>
          }
        >
          No capability matches the filter.
        </EmptyState>
      )}
      {all?.length === 0 && !isFiltered && (
        <EmptyState>
          Generation {number} holds no capability: a run that is pinned to it has no tool of a package.
        </EmptyState>
      )}
    </Section>
  );
}
