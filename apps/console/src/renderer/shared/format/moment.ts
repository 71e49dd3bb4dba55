const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** Time of day to the second, with the date in front when it is not today. */
export function formatMoment(atMs: number, nowMs: number): string {
  const sameDay = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return sameDay ? time.format(atMs) : `${date.format(atMs)} ${time.format(atMs)}`;
}

/** Date, time and zone in full, for a tooltip. */
export function formatFullMoment(atMs: number): string {
  return whole.format(atMs);
}
