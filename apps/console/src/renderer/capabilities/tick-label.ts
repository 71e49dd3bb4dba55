import type { Tick } from './time-scale.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const days = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });

/** As exact as the distance to the next tick asks for, with the date where it is not today's. */
export function tickLabel({ at, stepMs }: Tick, now: number): string {
  if (stepMs >= DAY_MS) return days.format(at);
  const time = stepMs >= MINUTE_MS ? minutes.format(at) : seconds.format(at);
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday || stepMs < MINUTE_MS ? time : `${days.format(at)} ${time}`;
}
