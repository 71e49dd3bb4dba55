import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import { isTerminal, type Run } from '../../protocol/run.js';
import { formatSelection } from '../navigation/selection.js';
import { useView } from '../navigation/use-view.js';
import { useNow } from '../shared/clock/clock.js';
import { useWidth } from '../shared/ui/use-width.js';
import { ReelAxis, ReelGrid } from './reel-axis.js';
import { ReelBand } from './reel-band.js';
import { AXIS_HEAD_PX, reelGeometry } from './reel-geometry.js';
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
  spanMs,
}: {
  readonly generations: readonly Generation[];
  readonly runs: readonly Run[];
  readonly batch: Batch | null;
  /** How far back the axis goes; null for as far as there is anything. */
  readonly spanMs: number | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, INITIAL_WIDTH_PX);
  const isBusy = batch?.endedAt === null || runs.some((run) => !isTerminal(run.status));
  const now = useNow(isBusy ? BUSY_TICK_MS : IDLE_TICK_MS);
  const reel = useMemo(
    () => reelGeometry({ generations, runs, batch, now, width, from: spanMs === null ? null : now - spanMs }),
    [generations, runs, batch, now, width, spanMs],
  );
  const { select } = useView();
  useNewestInView(box, reel.bands.length);
  return (
    <div
      ref={box}
      className="max-h-[460px] overflow-auto overscroll-y-contain rounded-box border border-line bg-surface"
    >
      <div className="sticky top-0 z-10 bg-surface" style={{ width: reel.width }}>
        <svg aria-hidden width={reel.width} height={AXIS_HEAD_PX} className="block text-meta">
          <ReelAxis reel={reel} now={now} />
        </svg>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose parts can be selected has no element of its own */}
      <svg
        role="group"
        aria-label="Generation timeline"
        width={reel.width}
        height={reel.height - AXIS_HEAD_PX}
        viewBox={`0 ${AXIS_HEAD_PX} ${reel.width} ${reel.height - AXIS_HEAD_PX}`}
        className="block text-meta"
      >
        <ReelGrid reel={reel} />
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

/** Where the bands need more room than there is, the newest are seen first. */
function useNewestInView(box: RefObject<HTMLElement | null>, bands: number): void {
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && bands > 0) current.scrollTop = current.scrollHeight;
  }, [box, bands]);
}

function pick({ session, generation }: Generation): { session: string; generation: number } {
  return { session, generation };
}
