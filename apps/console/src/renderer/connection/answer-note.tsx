import { TICK_MIN_MS, useNow } from '../shared/clock/clock.js';
import { formatDuration } from '../shared/format/duration.js';
import { Button } from '../shared/ui/button.js';
import { StateWord } from '../shared/ui/state-word.js';
import { HostError } from './host-error.js';
import type { Answer } from './use-answer.js';

/** How far an answer is that is not there yet: waited for, or refused with a way to ask again. */
export function AnswerNote({ answer, label }: { answer: Answer<unknown>; label: string }) {
  // It is asked for again as soon as there is a host; that there is none is said above the screen.
  if (answer.error?.code === 'disconnected') return <p className="text-muted">Waits for the host.</p>;
  if (answer.error !== null) {
    return <HostError error={answer.error} actions={<Button onClick={answer.again}>Ask again</Button>} />;
  }
  return answer.since === null ? null : <Waiting since={answer.since} label={label} />;
}

/** Says nothing of what comes at once. */
const PATIENCE_MS = 300;

function Waiting({ since, label }: { since: number; label: string }) {
  const elapsed = useNow(TICK_MIN_MS) - since;
  return (
    <p role="status" className="min-h-5">
      {elapsed >= PATIENCE_MS && (
        <StateWord state="preparing">
          {label}, {formatDuration(elapsed)}
        </StateWord>
      )}
    </p>
  );
}
