import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import { useConsole } from '../connection/console-context.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { InstallButton } from '../packages/install-button.js';
import { useSessionRuns } from '../sessions/use-session.js';
import { useNow } from '../shared/clock/clock.js';
import { formatCount, formatPlural, formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { Section } from '../shared/ui/section.js';
import { ApplyButton } from './apply-button.js';
import { GenerationTable } from './generation-table.js';
import { Reel } from './reel.js';
import { shownGenerations } from './shown-generations.js';

const SPANS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
  { value: undefined, label: 'All' },
] as const;
const SPANS_MS = { hour: 3_600_000, day: 86_400_000 } as const;
const SPAN_TICK_MS = 15_000;

/** The generation timeline, or the same as a table. */
export function GenerationsSection({
  session,
  generations,
  batch,
}: {
  readonly session: string;
  readonly generations: readonly Generation[];
  readonly batch: Batch | undefined;
}) {
  const isEmpty = generations.length === 0 && (batch === undefined || batch.endedAt !== null);
  const runs = useSessionRuns(session);
  const { as, span } = useView();
  const isTable = as === 'table';
  const changeView = useChangeView();
  const toggle = (): void => changeView({ as: isTable ? undefined : 'table' });
  useShortcut('twin', toggle);
  const now = useNow(SPAN_TICK_MS);
  const spanMs = span === undefined ? null : SPANS_MS[span];
  const shown = isTable
    ? generations.length
    : shownGenerations(generations, spanMs === null ? null : now - spanMs).length;
  const pins = generations
    .filter((generation) => generation.state === 'draining')
    .reduce((sum, generation) => sum + generation.pins, 0);
  return (
    <Section
      title="Generations"
      note={
        <>
          {!isEmpty && formatShown(shown, generations.length, !isTable && span !== undefined)}
          {!isTable && shown < generations.length && (
            <button
              type="button"
              onClick={toggle}
              className="rounded-chip underline decoration-edge hover:text-ink"
            >
              {formatCount(generations.length - shown)} more in the table
            </button>
          )}
          {pins > 0 && <span>· {formatPlural(pins, 'run')} on an old one</span>}
        </>
      }
      actions={
        !isEmpty && (
          <>
            {!isTable && (
              <FilterPills
                label="How far back"
                options={SPANS}
                value={span}
                onChange={(next) => changeView({ span: next })}
              />
            )}
            <Button kind="quiet" onClick={toggle}>
              {isTable ? 'Show as timeline' : 'Show as table'}
            </Button>
          </>
        )
      }
    >
      {isEmpty && <NoGeneration session={session} hasBatch={batch !== undefined} />}
      {!isEmpty && isTable && <GenerationTable generations={generations} />}
      {!isEmpty && !isTable && (
        <Reel generations={generations} runs={runs} batch={batch ?? null} spanMs={spanMs} />
      )}
    </Section>
  );
}

/** The way to the first generation: a package has to be installed before a batch can be made of it. */
function NoGeneration({ session, hasBatch }: { session: string; hasBatch: boolean }) {
  const isInstalled = useConsole((state) => (state.registry.generations.at(-1)?.packages.length ?? 0) > 0);
  if (!isInstalled) {
    return (
      <EmptyState guide="2. Install a package" action={<InstallButton />}>
        Generation 0 holds nothing, and no package is in force: a batch is made of installed packages.
      </EmptyState>
    );
  }
  return (
    <EmptyState guide="4. Apply a batch" action={!hasBatch && <ApplyButton session={session} />}>
      Generation 0 holds nothing: the first batch that is applied publishes generation 1.
    </EmptyState>
  );
}
