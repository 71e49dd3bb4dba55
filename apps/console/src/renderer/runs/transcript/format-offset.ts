const SECOND = 1_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Time since the beginning of a run, as on a stopwatch: `0:01.2`, `12:03.4`, `1:02:03`. */
export function formatOffset(spanMs: number): string {
  const tenths = Math.floor(Math.max(0, spanMs) / 100);
  const seconds = Math.floor(tenths / 10);
  const minute = Math.floor(seconds / MINUTE) % MINUTE;
  const second = pad(seconds % MINUTE);
  if (seconds < HOUR) return `${minute}:${second}.${tenths % 10}`;
  return `${Math.floor(seconds / HOUR)}:${pad(minute)}:${second}`;
}

/** As `formatOffset`, to whole units, for a scale. */
export function formatTick(spanMs: number): string {
  if (spanMs === 0) return '0';
  if (spanMs < SECOND) return `${Math.round(spanMs)} ms`;
  const seconds = spanMs / SECOND;
  if (seconds < MINUTE) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < HOUR) return `${Number((seconds / MINUTE).toFixed(1))} min`;
  return `${Number((seconds / HOUR).toFixed(1))} h`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
