import { useStore } from 'zustand';
import { type Held, useClient } from '../connection/console-context.js';
import { TICK_MIN_MS, useNow } from '../shared/clock/clock.js';
import { formatDuration } from '../shared/format/duration.js';
import { formatPlural } from '../shared/format/quantity.js';
import { StateChip } from '../shared/ui/state-chip.js';

/** Says that the screen stands still, since when, and how much has happened since. */
export function HeldNote({ held }: { held: Held }) {
  const sequence = useStore(useClient().store, (view) => view.sequence);
  const now = useNow(TICK_MIN_MS * 4);
  const behind = Math.max(0, sequence - held.sequence);
  return (
    <span role="status" aria-label="Held">
      <StateChip state="held">
        held <span aria-hidden>{formatDuration(now - held.since)}</span>
        {behind > 0 && ` · ${formatPlural(behind, 'change')} since`}
      </StateChip>
    </span>
  );
}
