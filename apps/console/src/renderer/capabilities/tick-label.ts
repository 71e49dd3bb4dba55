import type { Tick } from './time-scale.js';

/** A label of the axis, centred at `x`. */
export interface TickLabel {
  readonly x: number;
  readonly text: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Room for one character of a label, and between two labels. */
const CHARACTER_PX = 7;
const GAP_PX = 12;

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const days = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });

/**
 * What stands at the ticks, without those that would stand in the way of the one before. The date is said where it
 * changes, and at the beginning unless it is today's.
 */
export function tickLabels(ticks: readonly Tick[], now: number): readonly TickLabel[] {
  const labels: TickLabel[] = [];
  let day = dayOf(now);
  let end = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const text = tickLabel(tick, day !== dayOf(tick.at));
    const half = (text.length * CHARACTER_PX) / 2;
    if (tick.x - half < end + GAP_PX) continue;
    labels.push({ x: tick.x, text });
    end = tick.x + half;
    day = dayOf(tick.at);
  }
  return labels;
}

/** As exact as the distance to the next tick asks for. */
function tickLabel({ at, stepMs }: Tick, hasDate: boolean): string {
  if (stepMs >= DAY_MS) return days.format(at);
  const time = stepMs >= MINUTE_MS ? minutes.format(at) : seconds.format(at);
  return hasDate && stepMs >= MINUTE_MS ? `${days.format(at)} ${time}` : time;
}

function dayOf(at: number): string {
  return new Date(at).toDateString();
}
