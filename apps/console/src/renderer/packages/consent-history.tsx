import { useState } from 'react';
import type { ServerConsent } from '../../protocol/capability-package.js';
import { HostError } from '../connection/host-error.js';
import { useAnswer } from '../connection/use-answer.js';
import { Moment } from '../shared/ui/moment.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { decisionLines, decisionsAbout } from './consent-decisions.js';
import { consentState } from './consent-state.js';

/** Every decision about a server that the audit log still has, of whatever version of its package; asked for when opened. */
export function ConsentHistory({ consent }: { consent: ServerConsent }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="text-meta" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="rounded-chip text-muted hover:text-ink">Decisions so far</summary>
      {isOpen && <Decisions consent={consent} />}
    </details>
  );
}

function Decisions({ consent }: { consent: ServerConsent }) {
  const { value, since, error } = useAnswer('activity.read', decisionsAbout(consent));
  const lines = decisionLines(value?.lines ?? [], consent);
  return (
    <div className="flex flex-col gap-1 pt-1">
      {since !== null && <PendingNote since={since} label="reading" />}
      {error !== null && <HostError error={error} />}
      {value !== null && lines.length === 0 && (
        <p className="text-muted">The activity log has no decision about it, or not any more.</p>
      )}
      <ul aria-label={`Decisions about ${consent.server}`} className="flex flex-col gap-0.5">
        {lines.map(({ sequence, at, version, decision, reason }) => (
          <li key={sequence} className="flex flex-wrap gap-x-2">
            <span className="text-muted">
              <Moment at={at} />
            </span>
            <StateWord state={consentState(decision)} />
            <span className="text-muted">{version}</span>
            {reason !== null && <span className="min-w-0 break-words text-muted">“{reason}”</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
