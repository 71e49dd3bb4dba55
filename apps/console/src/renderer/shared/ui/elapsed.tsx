import { TICK_MIN_MS, useNow } from '../clock/clock.js';
import { formatDuration } from '../format/duration.js';

/** Time that has passed since a moment, counting on. */
export function Elapsed({ since }: { since: number }) {
  return <>{formatDuration(useNow(TICK_MIN_MS) - since)}</>;
}
