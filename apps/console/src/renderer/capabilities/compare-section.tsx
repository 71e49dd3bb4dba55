import { ArrowLeftRight, X } from 'lucide-react';
import type { Generation } from '../../protocol/generation.js';
import { AnswerNote } from '../connection/answer-note.js';
import { useAnswer } from '../connection/use-answer.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { IconButton } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { Pick } from '../shared/ui/pick.js';
import { Section } from '../shared/ui/section.js';
import { CatalogChanges } from './catalog-changes.js';
import { generationOptions } from './generation-options.js';
import { RawComparison } from './raw-comparison.js';

const VIEWS = [
  { value: undefined, label: 'Changes' },
  { value: 'split', label: 'JSON side by side' },
  { value: 'unified', label: 'JSON in one column' },
] as const;

/** Two generations of a session compared: by meaning first, as JSON second. */
export function CompareSection({
  session,
  generations,
  from,
  to,
}: {
  readonly session: string;
  readonly generations: readonly Generation[];
  readonly from: number;
  readonly to: number;
}) {
  const { diff: look } = useView();
  const changeView = useChangeView();
  const digestOf = (number: number): string | null =>
    generations.find((item) => item.generation === number)?.digest ?? null;
  const ends = [from, to].map((number) => digestOf(number) ?? `${session} ${number}`);
  const diff = useAnswer('catalog.diff', {
    key: [session, from, to, ...ends].join(' '),
    params: { session, from, to },
  });
  const options = generationOptions(generations, [from, to]);
  return (
    <Section
      anchor="compare"
      title={`Generation ${from} → ${to}`}
      actions={
        <>
          <Pick
            label="From"
            value={String(from)}
            options={options}
            onChange={(next) => changeView({ from: Number(next) })}
          />
          <IconButton
            label="Swap the two generations"
            icon={ArrowLeftRight}
            onClick={() => changeView({ from: to, to: from })}
          />
          <Pick
            label="To"
            value={String(to)}
            options={options}
            onChange={(next) => changeView({ to: Number(next) })}
          />
          <IconButton
            label="Close the comparison"
            icon={X}
            onClick={() => changeView({ from: undefined, to: undefined, diff: undefined })}
          />
        </>
      }
    >
      <AnswerNote answer={diff} label={`comparing ${from} and ${to}`} />
      {diff.value !== null && diff.value.changes.length === 0 && (
        <EmptyState guide="7. Compare the generations">
          {from === to
            ? `Generation ${from} is compared with itself: choose another.`
            : `Generations ${from} and ${to} hold the same ${diff.value.unchanged} capabilities.`}
        </EmptyState>
      )}
      {diff.value !== null && diff.value.changes.length > 0 && (
        <>
          <FilterPills
            label="Comparison"
            options={VIEWS}
            value={look}
            onChange={(next) => changeView({ diff: next })}
          />
          {look === undefined ? (
            <CatalogChanges session={session} diff={diff.value} />
          ) : (
            <RawComparison
              from={{ session, generation: from, digest: diff.value.from.digest }}
              to={{ session, generation: to, digest: diff.value.to.digest }}
              isSplit={look === 'split'}
            />
          )}
        </>
      )}
    </Section>
  );
}
