import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatCount } from '../shared/format/quantity.js';
import type { FollowedEdge } from './follow-after-scroll.js';

const PLACES: Record<FollowedEdge, string> = { start: 'top-9', end: 'bottom-3' };

/** Says over a list that does not follow how much is new, and leads there. */
export function NewLinesPill({
  count,
  isMore = false,
  edge,
  onShow,
}: {
  readonly count: number;
  /** True where there are more than were counted. */
  readonly isMore?: boolean;
  readonly edge: FollowedEdge;
  readonly onShow: () => void;
}) {
  const Arrow = edge === 'start' ? ArrowUp : ArrowDown;
  const said = `${formatCount(count)}${isMore ? '+' : ''} new`;
  return (
    <div className={`pointer-events-none absolute inset-x-0 z-10 flex justify-center ${PLACES[edge]}`}>
      <span role="status" className="sr-only">
        {count > 0 ? said : ''}
      </span>
      {count > 0 && (
        <button
          type="button"
          aria-label={`Show ${said}`}
          onClick={onShow}
          className="pointer-events-auto inline-flex h-6 items-center gap-1.5 rounded-full border border-edge bg-surface px-3 text-meta font-medium text-run shadow-float hover:bg-sunken motion-safe:animate-appear"
        >
          <Arrow aria-hidden size={13} />
          {said}
        </button>
      )}
    </div>
  );
}
