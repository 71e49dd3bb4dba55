import { formatDuration } from '../../shared/format/duration.js';
import { STATES } from '../../shared/ui/states.js';
import { FILL } from '../../shared/ui/tone.js';
import { formatTick } from './format-offset.js';
import type { ScopeRow } from './scope-rows.js';
import type { SpanScale } from './span-scale.js';

/** Narrowest bar, so that what took no time is seen as well. */
const BAR_MIN_PX = 3;

/** Narrowest squeezed stretch that says how long it was, in percent. */
const LABEL_MIN = 16;

/** The times on the axis, and where it is squeezed. */
export function SpanAxis({ scale }: { scale: SpanScale }) {
  return (
    <span className="relative block h-[18px] w-full">
      <span className="sr-only">When</span>
      {scale.ticks.map((tick) => (
        <span
          key={tick.spanMs}
          aria-hidden
          style={{ left: `${tick.x}%` }}
          className="absolute border-l border-line pl-1 text-label font-text"
        >
          {formatTick(tick.spanMs)}
        </span>
      ))}
      {scale.squeezed.map(({ x0, x1, spanMs }) =>
        x1 - x0 < LABEL_MIN ? null : (
          <span
            key={x0}
            aria-hidden
            title="Nothing happened in this time, which is drawn shorter"
            style={{ left: `${x0}%`, width: `${x1 - x0}%` }}
            className="absolute truncate text-center text-label font-text italic"
          >
            {formatDuration(spanMs)}
          </span>
        ),
      )}
      <span aria-hidden className="absolute right-0 text-label font-text">
        {formatTick(scale.to - scale.from)}
      </span>
    </span>
  );
}

/** When a scope was open, on the axis of its run. */
export function SpanBar({ row, scale, now }: { row: ScopeRow; scale: SpanScale; now: number }) {
  const { from, to, state, kind } = row;
  if (from === null) return null;
  const x0 = scale.x(from);
  const x1 = scale.x(to ?? now);
  const tone = STATES[state].tone;
  return (
    <span aria-hidden className="relative block h-[28px] w-full">
      {scale.squeezed.map(({ x0: left, x1: right, spanMs }) => (
        <span
          key={left}
          title={`${formatDuration(spanMs)} without an event, drawn shorter`}
          style={{ left: `${left}%`, width: `${right - left}%` }}
          className="absolute inset-y-0 bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--line)_5px_6px)]"
        />
      ))}
      <span
        style={{
          left: `min(${x0}%, calc(100% - ${BAR_MIN_PX}px))`,
          width: `max(${BAR_MIN_PX}px, ${x1 - x0}%)`,
        }}
        className={`absolute top-1/2 -translate-y-1/2 rounded-[2px] ${FILL[tone]} ${kind === 'task' ? 'h-2' : 'h-1'} ${kind === 'run' || kind === 'turn' ? 'opacity-60' : ''}`}
      />
    </span>
  );
}
