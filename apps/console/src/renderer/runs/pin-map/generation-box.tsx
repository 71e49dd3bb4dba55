import { Link } from '@tanstack/react-router';
import { formatSelection } from '../../navigation/selection.js';
import type { ViewSearch } from '../../navigation/view-search.js';
import { useNow } from '../../shared/clock/clock.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatMoment } from '../../shared/format/moment.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { STATES } from '../../shared/ui/states.js';
import { BOX, SELECTED } from './box-class.js';
import type { GenerationNode } from './pin-map-geometry.js';

const AGE_TICK_MS = 1_000;

/** A box that is higher says at its top what it is, beside the oldest of its runs. */
const TALL_PX = 80;

/** What is held: a generation, with how many hold it, and since when. */
export function GenerationBox({ node }: { node: GenerationNode }) {
  const { generation, pins, since, place } = node;
  const now = useNow(AGE_TICK_MS);
  const { session, generation: number, state } = generation;
  const held = since === null ? 'nobody holds it yet' : `held since ${formatMoment(since, now)}`;
  return (
    <div
      data-row
      className="absolute"
      style={{ left: place.x, top: place.y, width: place.width, height: place.height }}
    >
      <Link
        to="."
        search={(view: ViewSearch) => ({
          ...view,
          select: formatSelection({ kind: 'generation', session, generation: number }),
        })}
        replace
        data-selects
        activeOptions={SELECTED}
        aria-label={`Generation ${number} of ${session}, ${STATES[state].word}, ${formatPlural(pins, 'pin')}, ${held}`}
        className={place.height > TALL_PX ? `${BOX} items-start pt-2` : BOX}
      >
        <span className="flex w-full flex-col">
          <span className="flex items-center gap-2">
            <span className="font-strong">Generation {number}</span>
            <StateWord state={state} />
            <span className="ml-auto shrink-0 text-meta font-medium">{formatPlural(pins, 'pin')}</span>
          </span>
          <span className="truncate text-meta text-muted">
            {held}
            {since !== null && `, ${formatDuration(now - since)}`}
          </span>
        </span>
      </Link>
    </div>
  );
}
