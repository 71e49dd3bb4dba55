import { Link } from '@tanstack/react-router';
import type { Generation } from '../../../protocol/generation.js';
import type { Run } from '../../../protocol/run.js';
import { formatSelection } from '../../navigation/selection.js';
import type { ViewSearch } from '../../navigation/view-search.js';
import { useNow } from '../../shared/clock/clock.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { runName } from '../../shared/format/run-name.js';
import { StateIcon } from '../../shared/ui/state-icon.js';
import { runState, STATES } from '../../shared/ui/states.js';
import { TEXT } from '../../shared/ui/tone.js';
import { BOX, SELECTED } from './box-class.js';
import type { PinNode } from './pin-map-geometry.js';

const AGE_TICK_MS = 1_000;

/** Who holds a generation: a run, which it selects, or those for which there is no room, which the table shows. */
export function PinBox({
  pin,
  generation,
  isSelected,
}: {
  readonly pin: PinNode;
  readonly generation: Generation;
  /** True when what is selected is among them. */
  readonly isSelected: boolean;
}) {
  const { x, y, width, height } = pin.place;
  const [first, ...others] = pin.runs;
  return (
    <div data-row className="absolute" style={{ left: x, top: y, width, height }}>
      {others.length === 0 ? (
        <RunLink run={first} generation={generation} />
      ) : (
        <MoreLink runs={pin.runs} generation={generation} isSelected={isSelected} />
      )}
    </div>
  );
}

function RunLink({ run, generation }: { run: Run; generation: Generation }) {
  const age = formatDuration(useNow(AGE_TICK_MS) - run.admittedAt);
  const state = runState(run);
  const { word, tone } = STATES[state];
  return (
    <Link
      to="."
      search={(view: ViewSearch) => ({ ...view, select: formatSelection({ kind: 'run', id: run.id }) })}
      replace
      data-selects
      activeOptions={SELECTED}
      aria-label={`Run ${runName(run.id)}, ${word}, holds generation ${generation.generation} for ${age}`}
      className={BOX}
    >
      <StateIcon state={state} />
      <code title={run.id} className="shrink-0 font-mono text-meta">
        {runName(run.id)}
      </code>
      <span className={`min-w-0 truncate text-meta ${TEXT[tone]}`}>{word}</span>
      <span className="ml-auto shrink-0 text-meta text-muted">{age}</span>
    </Link>
  );
}

function MoreLink({
  runs,
  generation: { session, generation },
  isSelected,
}: {
  readonly runs: PinNode['runs'];
  readonly generation: Generation;
  readonly isSelected: boolean;
}) {
  const now = useNow(AGE_TICK_MS);
  const waiting = runs.filter((run) => run.waitingFor !== null).length;
  const newest = runs.at(-1)?.admittedAt ?? now;
  return (
    <Link
      to="/runs"
      search={{ session, generation, status: 'live', sort: 'admitted' }}
      className={`${BOX} ${isSelected ? 'border-accent bg-accent/10' : 'border-dashed'}`}
    >
      <span className="text-meta font-medium">{formatPlural(runs.length, 'more run')}</span>
      {waiting > 0 && <span className="min-w-0 truncate text-meta text-wait">{waiting} waiting for you</span>}
      <span className="ml-auto shrink-0 text-meta text-muted">
        {formatDuration(now - runs[0].admittedAt)} to {formatDuration(now - newest)}
      </span>
    </Link>
  );
}
