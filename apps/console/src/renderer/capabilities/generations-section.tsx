import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatPlural, formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { Section } from '../shared/ui/section.js';
import { ApplyButton } from './apply-button.js';
import { GenerationTable } from './generation-table.js';
import { BANDS_MAX } from './limits.js';
import { Reel } from './reel.js';

/** The generation timeline, or the same as a table. */
export function GenerationsSection({
  session,
  generations,
  runs,
  batch,
}: {
  readonly session: string;
  readonly generations: readonly Generation[];
  readonly runs: readonly Run[];
  readonly batch: Batch | undefined;
}) {
  const isEmpty = generations.length === 0 && (batch === undefined || batch.endedAt !== null);
  const isTable = useView().as === 'table';
  const changeView = useChangeView();
  const toggle = (): void => changeView({ as: isTable ? undefined : 'table' });
  useShortcut('twin', toggle);
  const alive = generations.filter((generation) => generation.state !== 'retired').length;
  const shown = isTable ? generations.length : Math.max(alive, Math.min(BANDS_MAX, generations.length));
  const pins = generations
    .filter((generation) => generation.state === 'draining')
    .reduce((sum, generation) => sum + generation.pins, 0);
  return (
    <Section
      title="Generations"
      note={
        <>
          {!isEmpty && formatShown(shown, generations.length, false)}
          {pins > 0 && <span>· {formatPlural(pins, 'run')} on an old one</span>}
        </>
      }
      actions={
        !isEmpty && (
          <Button kind="quiet" onClick={toggle}>
            {isTable ? 'Show as timeline' : 'Show as table'}
          </Button>
        )
      }
    >
      {isEmpty && (
        <EmptyState action={batch === undefined && <ApplyButton session={session} />}>
          No generation yet: the first batch that is applied publishes generation 1.
        </EmptyState>
      )}
      {!isEmpty && isTable && <GenerationTable generations={generations} />}
      {!isEmpty && !isTable && <Reel generations={generations} runs={runs} batch={batch ?? null} />}
    </Section>
  );
}
