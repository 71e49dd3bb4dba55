const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of milliseconds in the two units that matter: `412 ms`, `1.9 s`, `3 min`, `2 h 05 min`, `4 d 3 h`. */
export function formatDuration(spanMs: number): string {
  const span = Math.max(0, spanMs);
  if (span < SECOND) return `${Math.round(span)} ms`;
  if (span < 10 * SECOND) return `${(Math.floor(span / 100) / 10).toFixed(1)} s`;
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h ${pad(Math.floor((span % HOUR) / MINUTE))} min`;
  return `${Math.floor(span / DAY)} d ${Math.floor((span % DAY) / HOUR)} h`;
}

/** How long ago a moment was; what is younger than a second is `now`. */
export function formatAge(atMs: number, nowMs: number): string {
  const span = nowMs - atMs;
  if (span < SECOND) return 'now';
  return `${span < MINUTE ? `${Math.floor(span / SECOND)} s` : formatDuration(span)} ago`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
