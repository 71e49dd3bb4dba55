import { STATES } from '../shared/ui/states.js';
import type { PendingBand } from './reel-model.js';

const LABEL_X = 34;

/** Where the next generation will begin if its batch succeeds: dashed, because nothing of it is visible to a run yet. */
export function ReelPending({ pending }: { pending: PendingBand }) {
  const { batch, x0, x1, y, height, prepared, total } = pending;
  const isUndoing = batch.state === 'cancelling';
  const word = STATES[isUndoing ? 'cancelling' : 'preparing'].word;
  const fill = isUndoing ? 'fill-undo' : 'fill-run';
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is not interactive
    <g
      role="img"
      aria-label={`Generation ${batch.target.generation}, ${word}, ${prepared} of ${total} prepared`}
    >
      <text x={LABEL_X - 10} y={y + 21} textAnchor="end" className="fill-ink text-base font-strong">
        {batch.target.generation}
      </text>
      <text x={LABEL_X} y={y + 21} className={`font-medium ${fill}`}>
        {word}
      </text>
      <rect
        x={x0}
        y={y}
        width={x1 - x0}
        height={height}
        rx={4}
        strokeDasharray="4 3"
        className={isUndoing ? 'fill-undo/8 stroke-undo' : 'fill-run/8 stroke-run'}
      />
      <text x={x1 - 8} y={y + 21} textAnchor="end" className={`font-medium ${fill}`}>
        {prepared} of {total}
      </text>
    </g>
  );
}
