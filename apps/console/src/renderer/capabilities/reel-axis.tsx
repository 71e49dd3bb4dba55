import { formatDuration } from '../shared/format/duration.js';
import type { Reel } from './reel-geometry.js';
import { tickLabel } from './tick-label.js';

/** Times along the top, their lines, and where idle time was squeezed. */
export function ReelAxis({ reel, now }: { reel: Reel; now: number }) {
  const { plot } = reel;
  return (
    <g aria-hidden>
      {reel.squeezed.map((gap) => (
        <g key={gap.x0}>
          <rect
            x={gap.x0 + 1}
            y={plot.y0 - 8}
            width={Math.max(0, gap.x1 - gap.x0 - 2)}
            height={plot.y1 - plot.y0 + 8}
            className="fill-sunken"
          />
          <text x={(gap.x0 + gap.x1) / 2} y={20} textAnchor="middle" className="fill-muted">
            {gap.x1 - gap.x0 > 72 ? `${formatDuration(gap.spanMs)} idle` : '⋯'}
          </text>
        </g>
      ))}
      {reel.ticks.map((tick) => (
        <g key={tick.at}>
          <line x1={tick.x} x2={tick.x} y1={plot.y0 - 8} y2={plot.y1} className="stroke-line" />
          <text x={tick.x} y={20} textAnchor="middle" className="fill-muted">
            {tickLabel(tick, now)}
          </text>
        </g>
      ))}
      <text x={plot.x1 + 8} y={20} className="fill-muted">
        now
      </text>
    </g>
  );
}
