import { scaleLinear, scaleTime } from 'd3-scale';
import { IDLE_MIN_MS, IDLE_SHARE_MAX, SPAN_MIN_MS } from './limits.js';

/** Time on a horizontal axis on which long stretches without any event are squeezed. */
export interface TimeScale {
  readonly x: (at: number) => number;
  readonly ticks: readonly Tick[];
  readonly squeezed: readonly Squeezed[];
}

export interface Tick {
  readonly x: number;
  readonly at: number;
  /** Distance of the ticks around it, which says how exact its label has to be. */
  readonly stepMs: number;
}

/** A stretch that is drawn shorter than it was. */
export interface Squeezed {
  readonly x0: number;
  readonly x1: number;
  readonly spanMs: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** How much shorter than it was a stretch is drawn before the axis says so and leaves out its times. */
const SQUEEZE_MIN = 1.25;
const TICK_DISTANCE_PX = 96;
const TICK_GAP_MIN_PX = 60;
/** Kept free at the right end, where the axis says `now`. */
const NOW_GAP_PX = 36;

/** Where the axis lies, in pixels, and with which moment it begins: with the first there is if `since` is null. */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
  readonly since?: number | null;
}

/**
 * @param instants all moments at which something happened; the axis ends at `now`. What was before its beginning lies
 * at its beginning.
 */
export function timeScale(instants: readonly number[], now: number, range: AxisRange): TimeScale {
  const stretches = weighted(edges(instants, now, range.since ?? null));
  const total = stretches.reduce((sum, stretch) => sum + stretch.weight, 0);
  const domain: number[] = [];
  const pixels: number[] = [];
  let passed = 0;
  for (const stretch of stretches) {
    domain.push(stretch.from);
    pixels.push(range.from + (passed / total) * (range.to - range.from));
    passed += stretch.weight;
  }
  domain.push(now);
  pixels.push(range.to);
  const scale = scaleLinear().domain(domain).range(pixels).clamp(true);
  const isFree = (tick: Tick): boolean => tick.x <= range.to - NOW_GAP_PX;
  return { x: scale, ticks: ticks(stretches, scale).filter(isFree), squeezed: squeezed(stretches, scale) };
}

function edges(instants: readonly number[], now: number, since: number | null): readonly number[] {
  const past = instants.filter((at) => at < now && at > (since ?? Number.NEGATIVE_INFINITY));
  const first = since === null ? Math.min(now - SPAN_MIN_MS, ...past) : Math.min(now - SPAN_MIN_MS, since);
  return [...new Set([first, ...past, now])].sort((a, b) => a - b);
}

function weighted(all: readonly number[]): readonly Stretch[] {
  const spans = all.slice(1).map((to, index) => ({ from: all[index] ?? to, to }));
  const cap = idleCap(spans.map((span) => span.to - span.from));
  return spans.map((span) => ({ ...span, weight: Math.min(cap, span.to - span.from) }));
}

/** The length at which a stretch is cut so that none takes more than its share of what is then left. */
function idleCap(lengths: readonly number[]): number {
  const share = Math.max(IDLE_SHARE_MAX, 1 / lengths.length);
  const ascending = [...lengths].sort((a, b) => a - b);
  let shorter = 0;
  for (const [index, length] of ascending.entries()) {
    const longer = ascending.length - index;
    // With this one and all longer ones cut to `cap`: cap = share * (shorter + longer * cap).
    const rest = 1 - share * longer;
    if (rest > 0) {
      const cap = (share * shorter) / rest;
      if (cap <= length) return Math.max(IDLE_MIN_MS, cap);
    }
    shorter += length;
  }
  return Math.max(IDLE_MIN_MS, ascending.at(-1) ?? 0);
}

/** Labels have no parts of a second. */
function isWholeSecond(at: number): boolean {
  return at % 1_000 === 0;
}

function isSqueezed(stretch: Stretch): boolean {
  return stretch.weight * SQUEEZE_MIN < stretch.to - stretch.from;
}

function squeezed(stretches: readonly Stretch[], x: (at: number) => number): readonly Squeezed[] {
  return stretches.filter(isSqueezed).map(({ from, to }) => ({ x0: x(from), x1: x(to), spanMs: to - from }));
}

/** Round times, but none inside a squeezed stretch, where distances mean nothing. */
function ticks(stretches: readonly Stretch[], x: (at: number) => number): readonly Tick[] {
  const runs: { from: number; to: number }[] = [];
  for (const stretch of stretches) {
    const last = runs.at(-1);
    if (isSqueezed(stretch)) continue;
    if (last !== undefined && last.to === stretch.from) last.to = stretch.to;
    else runs.push({ from: stretch.from, to: stretch.to });
  }
  const found: Tick[] = [];
  for (const { from, to } of runs) {
    const count = Math.floor((x(to) - x(from)) / TICK_DISTANCE_PX);
    if (count < 1) continue;
    const times = scaleTime().domain([from, to]).ticks(count).map(Number).filter(isWholeSecond);
    const stepMs = (times[1] ?? Number.POSITIVE_INFINITY) - (times[0] ?? 0);
    for (const at of times) {
      const previous = found.at(-1);
      if (previous !== undefined && x(at) - previous.x < TICK_GAP_MIN_PX) continue;
      found.push({ x: x(at), at, stepMs: Number.isFinite(stepMs) ? stepMs : to - from });
    }
  }
  return found;
}
