import { TICK_MIN_MS, useNow } from '../clock/clock.js';
import { formatDuration } from '../format/duration.js';
import { Button } from './button.js';
import { StateIcon } from './state-icon.js';

/** What takes longer than this shows how long it takes, and can be cancelled. */
const PATIENCE_MS = 500;

/** An action under way: after half a second its elapsed time and a way out. */
export function PendingNote({
  since,
  label,
  onCancel,
}: {
  readonly since: number;
  readonly label: string;
  /** Left out for what stops by itself once nobody looks at it. */
  readonly onCancel?: () => void;
}) {
  const elapsed = useNow(TICK_MIN_MS) - since;
  if (elapsed < PATIENCE_MS) return null;
  return (
    <span role="status" className="inline-flex items-center gap-2 text-meta text-run">
      <StateIcon state="preparing" />
      <span>
        {/* The time is seen and not said: it would be read out again and again. */}
        {label} <span aria-hidden>{formatDuration(elapsed)}</span>
      </span>
      {onCancel !== undefined && (
        <Button kind="quiet" onClick={onCancel} aria-label={`Stop waiting: ${label}`}>
          Stop
        </Button>
      )}
    </span>
  );
}
