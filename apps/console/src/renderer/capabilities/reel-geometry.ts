import type { Batch } from '../../protocol/batch.js';
import type { Generation } from '../../protocol/generation.js';
import { isTerminal, type Run } from '../../protocol/run.js';
import { LANES_PER_BAND_MAX } from './limits.js';
import { packLanes } from './reel-lanes.js';
import type { Band, Cutover, PendingBand, Reel, ReelInput } from './reel-model.js';
import { shownGenerations } from './shown-generations.js';
import { timeScale } from './time-scale.js';

const GUTTER_PX = 124;
/** Kept free before the first moment, so that its cue dot stands clear of the words. */
const MARGIN_PX = 8;
const LABELS_PX = 104;
const AXIS_PX = 34;
/** Height of the part of the axis that stays in view while the bands scroll: all but where the first cue dot stands. */
export const AXIS_HEAD_PX = 25;
const FOOT_PX = 10;
const LANE_PX = 18;
const BAND_PADDING_PX = 5;
const BAND_MIN_PX = 40;
const RETIRED_BAND_MIN_PX = 24;
const BAND_GAP_PX = 10;
const PENDING_PX = 34;
const PLOT_MIN_PX = 160;

/** Where everything on the timeline lies. Pure: the same input gives the same picture. */
export function reelGeometry(input: ReelInput): Reel {
  const { now, from } = input;
  const shown = shownGenerations(input.generations, from);
  const runsOf = groupRuns(
    from === null ? input.runs : input.runs.filter((run) => (run.endedAt ?? now) >= from),
  );
  const plotX1 = Math.max(GUTTER_PX + PLOT_MIN_PX, input.width - LABELS_PX);
  const scale = timeScale(instants(shown, runsOf, input.batch), now, {
    from: GUTTER_PX + MARGIN_PX,
    to: plotX1,
    since: from,
  });

  const bands: Band[] = [];
  let y = AXIS_PX;
  for (const generation of shown) {
    const next = input.generations.find((other) => other.generation > generation.generation);
    const band = placeBand({
      generation,
      replacedAt: next?.publishedAt ?? null,
      runs: runsOf.get(generation.generation) ?? [],
      x: scale.x,
      now,
      from,
      y,
    });
    bands.push(band);
    y += band.height + BAND_GAP_PX;
  }

  const pending = pendingBand(input.batch, scale.x, { plotX1, y });
  if (pending !== null) y += pending.height + BAND_GAP_PX;
  const y1 = Math.max(AXIS_PX + BAND_MIN_PX, y - BAND_GAP_PX) + FOOT_PX;
  return {
    width: plotX1 + LABELS_PX,
    height: y1,
    plot: { x0: GUTTER_PX, x1: plotX1, y0: AXIS_PX, y1 },
    ticks: scale.ticks,
    squeezed: scale.squeezed,
    bands,
    cutovers: cutovers(bands),
    pending,
    hiddenBands: input.generations.length - shown.length,
  };
}

function placeBand(at: {
  readonly generation: Generation;
  /** When the next one was published; null while there is none. */
  readonly replacedAt: number | null;
  readonly runs: readonly Run[];
  readonly x: (at: number) => number;
  readonly now: number;
  readonly from: number | null;
  readonly y: number;
}): Band {
  const { generation, x, now, from, y } = at;
  const isOld = generation.state !== 'current';
  const end = isOld ? (generation.retiredAt ?? now) : now;
  const threads = at.runs.map((run) => ({
    run,
    x0: x(run.admittedAt),
    x1: x(run.endedAt ?? now),
    isLive: !isTerminal(run.status),
  }));
  const lanes = packLanes(threads, LANES_PER_BAND_MAX);
  const least = generation.state === 'retired' ? RETIRED_BAND_MIN_PX : BAND_MIN_PX;
  const height = Math.max(least, lanes.count * LANE_PX + 2 * BAND_PADDING_PX);
  const inset = (height - lanes.count * LANE_PX) / 2;
  return {
    generation,
    y,
    height,
    x0: x(generation.publishedAt),
    currentX1: x(Math.min(at.replacedAt ?? end, end)),
    x1: x(end),
    isCut: from !== null && generation.publishedAt < from,
    threads: lanes.placed.map(({ item, lane }) => ({
      ...item,
      y: y + inset + (lane + 0.5) * LANE_PX,
      isPinned: item.isLive && isOld,
    })),
    hiddenThreads: lanes.hidden,
  };
}

/** Per generation: live ones first, since those are what a person looks for, then the newest. */
function groupRuns(runs: readonly Run[]): ReadonlyMap<number, readonly Run[]> {
  const groups = new Map<number, Run[]>();
  for (const run of runs) {
    if (run.generation === null) continue;
    const group = groups.get(run.generation);
    if (group === undefined) groups.set(run.generation, [run]);
    else group.push(run);
  }
  for (const group of groups.values()) {
    group.sort(
      (a, b) => Number(isTerminal(a.status)) - Number(isTerminal(b.status)) || a.admittedAt - b.admittedAt,
    );
  }
  return groups;
}

function instants(
  generations: readonly Generation[],
  runsOf: ReadonlyMap<number, readonly Run[]>,
  batch: Batch | null,
): readonly number[] {
  const all = generations.flatMap((generation) => [
    generation.publishedAt,
    ...(generation.retiredAt === null ? [] : [generation.retiredAt]),
    ...(runsOf.get(generation.generation) ?? []).flatMap((run) =>
      run.endedAt === null ? [run.admittedAt] : [run.admittedAt, run.endedAt],
    ),
  ]);
  return batch === null ? all : [...all, batch.startedAt];
}

/** Those that happened within the time of the axis. */
function cutovers(bands: readonly Band[]): readonly Cutover[] {
  return bands.flatMap((band, index) =>
    band.isCut
      ? []
      : [
          {
            generation: band.generation.generation,
            x: band.x0,
            fromY: bands[index - 1]?.y ?? band.y,
            toY: band.y,
          },
        ],
  );
}

function pendingBand(
  batch: Batch | null,
  x: (at: number) => number,
  at: { readonly plotX1: number; readonly y: number },
): PendingBand | null {
  if (batch === null || batch.endedAt !== null) return null;
  const all = batch.waves.flat();
  return {
    batch,
    x0: Math.min(x(batch.startedAt), at.plotX1 - 44),
    x1: at.plotX1 + 60,
    y: at.y,
    height: PENDING_PX,
    prepared: all.filter((capability) => capability.state === 'prepared').length,
    total: all.length,
  };
}
