import { Check } from 'lucide-react';
import type { Session } from '../../protocol/session.js';
import { seeCleanup, useUnseenCleanups } from '../cleanups/unseen-cleanups.js';
import { cleanupKey, type FailedCleanup } from '../connection/failed-cleanups.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { Moment } from '../shared/ui/moment.js';
import { Section } from '../shared/ui/section.js';
import { StateWord } from '../shared/ui/state-word.js';

/**
 * Effects that wait to be closed, and those that could not be, each until somebody says that they have seen it. Shown
 * only when there is something to say.
 */
export function CleanupSection({ session }: { session: Session }) {
  const { id, pendingCleanups } = session;
  const failed = useUnseenCleanups().filter((item) => item.session === id);
  if (pendingCleanups === 0 && failed.length === 0) return null;
  return (
    <Section
      anchor="cleanup"
      title="Cleanup"
      note={
        <>
          {pendingCleanups > 0 && (
            <StateWord state="closing">{formatPlural(pendingCleanups, 'cleanup')} under way</StateWord>
          )}
          {failed.length > 0 && `${formatPlural(failed.length, 'cleanup')} left something behind`}
        </>
      }
    >
      {failed.length > 0 && (
        <ul
          aria-label="Failed cleanups"
          className="overflow-hidden rounded-box border border-line bg-surface text-meta"
        >
          {[...failed].reverse().map((item) => (
            <li
              key={cleanupKey(item)}
              className="flex items-start gap-3 border-line px-3 py-1.5 not-first:border-t"
            >
              <FailedCleanupLines failed={item} />
              <Button kind="quiet" icon={Check} onClick={() => seeCleanup(item)} className="ml-auto">
                Seen
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function FailedCleanupLines({ failed: { report } }: { failed: FailedCleanup }) {
  return (
    <div className="flex min-w-0 flex-col">
      <p className="text-muted">
        <Moment at={report.at} hasAge /> · {formatPlural(report.effectsClosed, 'effect')} closed
      </p>
      {report.failures.map((failure) => (
        <p key={failure.name} className="flex flex-wrap gap-x-3">
          <StateWord state="failed">{failure.outcome}</StateWord>
          <span className="font-medium">{failure.name}</span>
          <span className="min-w-0 text-muted">
            <code className="font-mono">{failure.code}</code> {failure.message}
          </span>
        </p>
      ))}
    </div>
  );
}
