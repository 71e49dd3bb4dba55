import { formatDuration } from '../shared/format/duration.js';
import type { Reel } from './reel-model.js';
import { tickLabels } from './tick-label.js';

/** Times along the top, and where idle time was squeezed. */
export function ReelAxis({ reel, now }: { reel: Reel; now: number }) {
  return (
    <g aria-hidden>
      {reel.squeezed.map((gap) => (
        <text key={gap.x0} x={(gap.x0 + gap.x1) / 2} y={20} textAnchor="middle" className="fill-muted">
          {gap.x1 - gap.x0 > 72 ? `${formatDuration(gap.spanMs)} idle` : '⋯'}
        </text>
      ))}
      {tickLabels(reel.ticks, now).map((label) => (
        <text key={label.x} x={label.x} y={20} textAnchor="middle" className="fill-muted">
          {label.text}
        </text>
      ))}
      <text x={reel.plot.x1 + 8} y={20} className="fill-muted">
        now
      </text>
    </g>
  );
}

/** The lines of the times, and the grounds of squeezed ones, below the bands. */
export function ReelGrid({ reel: { plot, squeezed, ticks } }: { reel: Reel }) {
  return (
    <g aria-hidden>
      {squeezed.map((gap) => (
        <rect
          key={gap.x0}
          x={gap.x0 + 1}
          y={plot.y0 - 8}
          width={Math.max(0, gap.x1 - gap.x0 - 2)}
          height={plot.y1 - plot.y0 + 8}
          className="fill-sunken"
        />
      ))}
      {ticks.map((tick) => (
        <line key={tick.at} x1={tick.x} x2={tick.x} y1={plot.y0 - 8} y2={plot.y1} className="stroke-line" />
      ))}
    </g>
  );
}
