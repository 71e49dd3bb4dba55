import { useMemo, useRef } from 'react';
import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import { isTerminal, type Run } from '../../protocol/run.js';
import { formatSelection } from '../navigation/selection.js';
import { useView } from '../navigation/use-view.js';
import { useNow } from '../shared/clock/clock.js';
import { useWidth } from '../shared/ui/use-width.js';
import { ReelAxis } from './reel-axis.js';
import { ReelBand } from './reel-band.js';
import { reelGeometry } from './reel-geometry.js';
import { ReelPending } from './reel-pending.js';
import { ReelThread } from './reel-thread.js';

const BUSY_TICK_MS = 1_000;
const IDLE_TICK_MS = 15_000;
const INITIAL_WIDTH_PX = 840;

/** The generation timeline: who is still on the old one, and since when. */
export function Reel({
  generations,
  runs,
  batch,
}: {
  readonly generations: readonly Generation[];
  readonly runs: readonly Run[];
  readonly batch: Batch | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, INITIAL_WIDTH_PX);
  const isBusy = batch?.endedAt === null || runs.some((run) => !isTerminal(run.status));
  const now = useNow(isBusy ? BUSY_TICK_MS : IDLE_TICK_MS);
  const reel = useMemo(
    () => reelGeometry({ generations, runs, batch, now, width }),
    [generations, runs, batch, now, width],
  );
  const { select } = useView();
  return (
    <div ref={box} className="overflow-x-auto rounded-box border border-line bg-surface">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose parts can be selected has no element of its own */}
      <svg
        role="group"
        aria-label="Generation timeline"
        width={reel.width}
        height={reel.height}
        viewBox={`0 0 ${reel.width} ${reel.height}`}
        className="block text-meta"
      >
        <ReelAxis reel={reel} now={now} />
        {reel.bands.map((band) => (
          <ReelBand
            key={band.generation.generation}
            band={band}
            plot={reel.plot}
            now={now}
            isSelected={select === formatSelection({ kind: 'generation', ...pick(band.generation) })}
          />
        ))}
        {reel.cutovers.map((cutover) => (
          <g key={cutover.generation} aria-hidden>
            <line
              x1={cutover.x}
              x2={cutover.x}
              y1={cutover.fromY}
              y2={cutover.toY}
              className="stroke-cue"
              strokeDasharray="2 3"
            />
            <circle cx={cutover.x} cy={cutover.toY} r={7.5} className="fill-cue/20" />
            <circle cx={cutover.x} cy={cutover.toY} r={4.5} className="fill-cue" />
          </g>
        ))}
        {reel.pending !== null && <ReelPending pending={reel.pending} />}
        <line
          x1={reel.plot.x1}
          x2={reel.plot.x1}
          y1={reel.plot.y0 - 8}
          y2={reel.plot.y1}
          className="stroke-muted"
        />
        {reel.bands.flatMap((band) =>
          band.threads.map((thread) => (
            <ReelThread
              key={thread.run.id}
              thread={thread}
              isSelected={select === formatSelection({ kind: 'run', id: thread.run.id })}
            />
          )),
        )}
      </svg>
    </div>
  );
}

function pick({ session, generation }: Generation): { session: string; generation: number } {
  return { session, generation };
}
