import { useNow } from '../clock/clock.js';
import { formatAge } from '../format/duration.js';
import { formatFullMoment, formatMoment } from '../format/moment.js';

const AGE_TICK_MS = 1_000;

/** A moment as time of day; the tooltip has it in full. */
export function Moment({ at, hasAge = false }: { at: number; hasAge?: boolean }) {
  const now = useNow(hasAge ? AGE_TICK_MS : 60_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFullMoment(at)} className="whitespace-nowrap">
      {formatMoment(at, now)}
      {hasAge && <span className="text-muted">, {formatAge(at, now)}</span>}
    </time>
  );
}
