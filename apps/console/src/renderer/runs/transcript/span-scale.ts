import { scaleLinear } from 'd3-scale';

/** Time of a run on a horizontal axis, in percent of its width; long stretches without any event are squeezed. */
export interface SpanScale {
  readonly from: number;
  readonly to: number;
  readonly x: (at: number) => number;
  readonly ticks: readonly { readonly x: number; readonly spanMs: number }[];
  readonly squeezed: readonly { readonly x0: number; readonly x1: number; readonly spanMs: number }[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Share of the width that one stretch without an event takes at most. */
const SHARE_MAX = 0.4;
/** How much shorter than it was a stretch is drawn before it counts as squeezed. */
const SQUEEZE_MIN = 1.5;
const SPAN_MIN_MS = 100;
/** Percent of the width that are left between two ticks, and between the last one and the end, which has its own. */
const TICK_GAP_MIN = 18;
const END_GAP_MIN = 20;
/** Distances of ticks that people count in: so many of a unit, in milliseconds. */
const TICK_STEPS: readonly (readonly [unitMs: number, counts: readonly number[]])[] = [
  [1, [10, 20, 50, 100, 200, 500]],
  [1_000, [1, 2, 5, 10, 15, 30]],
  [60_000, [1, 2, 5, 10, 15, 30]],
  [3_600_000, [1, 2, 3, 6, 12, 24]],
];
const TICK_STEPS_MS = TICK_STEPS.flatMap(([unitMs, counts]) => counts.map((count) => count * unitMs));
const TICKS_MAX = 6;
const ROUNDS = 24;

/** @param whole the time of the run. @param spans what is drawn: each begins and ends within `whole`. */
export function spanScale(whole: Span, spans: readonly Span[]): SpanScale {
  const { from } = whole;
  const to = Math.max(whole.to, from + SPAN_MIN_MS);
  const inside = spans.flatMap((span) => [span.from, span.to]).filter((at) => at > from && at < to);
  const edges = [...new Set([from, ...inside, to])].sort((a, b) => a - b);
  const lengths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? edge));
  const cap = capOf(lengths);
  const total = lengths.reduce((sum, length) => sum + Math.min(length, cap), 0);
  const range = [0];
  let passed = 0;
  for (const length of lengths) {
    passed += Math.min(length, cap);
    range.push((passed / total) * 100);
  }
  const scale = scaleLinear().domain(edges).range(range).clamp(true);
  const squeezed = lengths.flatMap((spanMs, index) =>
    cap * SQUEEZE_MIN < spanMs ? [{ x0: range[index] ?? 0, x1: range[index + 1] ?? 0, spanMs }] : [],
  );
  return { from, to, x: scale, squeezed, ticks: ticksOf(from, to, scale, squeezed) };
}

/** The longest that a stretch is drawn as, so that none takes more than its share of all. */
function capOf(lengths: readonly number[]): number {
  const share = Math.max(SHARE_MAX, 1 / lengths.length);
  let cap = Math.max(...lengths);
  for (let round = 0; round < ROUNDS; round += 1) {
    cap = share * lengths.reduce((sum, length) => sum + Math.min(length, cap), 0);
  }
  return Math.max(1, cap);
}

/** Round times, not too close to each other, and none where distances mean nothing. */
function ticksOf(
  from: number,
  to: number,
  x: (at: number) => number,
  squeezed: SpanScale['squeezed'],
): SpanScale['ticks'] {
  const ticks: { x: number; spanMs: number }[] = [];
  const length = to - from;
  const step = TICK_STEPS_MS.find((ms) => length / ms <= TICKS_MAX) ?? length / TICKS_MAX;
  for (let spanMs = 0; spanMs < length; spanMs += step) {
    const at = x(from + spanMs);
    const isLost = squeezed.some(({ x0, x1 }) => at > x0 && at < x1);
    const isClose = ticks.length > 0 && at - (ticks.at(-1)?.x ?? 0) < TICK_GAP_MIN;
    if (!isLost && !isClose && at <= 100 - END_GAP_MIN) ticks.push({ x: at, spanMs });
  }
  return ticks;
}
