const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** Time of day to the second, with the date in front when it is not today. */
export function formatMoment(atMs: number, nowMs: number): string {
  return isSameDay(atMs, nowMs) ? time.format(atMs) : `${date.format(atMs)} ${time.format(atMs)}`;
}

/** As `formatMoment`, to the minute, where there is little room. */
export function formatMinute(atMs: number, nowMs: number): string {
  return isSameDay(atMs, nowMs) ? minute.format(atMs) : date.format(atMs);
}

/** Date, time and zone in full, for a tooltip. */
export function formatFullMoment(atMs: number): string {
  return whole.format(atMs);
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
