import { useMemo } from 'react';
import { useConsole } from '../../connection/console-context.js';
import { useNow } from '../../shared/clock/clock.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatMoment } from '../../shared/format/moment.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { StateWord } from '../../shared/ui/state-word.js';
import type { RunRow } from '../run-row.js';
import { pinSummary } from './pin-summary.js';

const AGE_TICK_MS = 1_000;

/** The answer at one look: how many are still on an old generation, and since when. */
export function PinNote({ rows }: { rows: readonly RunRow[] }) {
  const generations = useConsole((state) => state.generations);
  const now = useNow(AGE_TICK_MS);
  const { live, onOld, oldestSince } = useMemo(
    () =>
      pinSummary(
        rows.map((row) => row.run),
        generations,
      ),
    [rows, generations],
  );
  if (live === 0) return null;
  if (oldestSince === null) {
    return (
      <p className="text-meta">
        <StateWord state="current">
          {live === 1 ? 'The one live run is' : `All ${formatPlural(live, 'live run')} are`} on what is
          current
        </StateWord>
      </p>
    );
  }
  return (
    <p className="text-meta">
      <StateWord state="draining">
        {who(onOld, live)} an old generation, since {formatMoment(oldestSince, now)} (
        {formatDuration(now - oldestSince)})
      </StateWord>
    </p>
  );
}

function who(onOld: number, live: number): string {
  if (live === 1) return 'The one live run still holds';
  return `${formatPlural(onOld, 'run')} of ${live} still ${onOld === 1 ? 'holds' : 'hold'}`;
}
