import type { Session } from '../../protocol/session.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Moment } from '../shared/ui/moment.js';
import { Section } from '../shared/ui/section.js';
import { StateWord } from '../shared/ui/state-word.js';

/** Effects that wait to be closed, and those that could not be. Shown only when there is something to say. */
export function CleanupSection({ session }: { session: Session }) {
  const { pendingCleanups, lastCleanup } = session;
  const failures = lastCleanup?.failures ?? [];
  if (pendingCleanups === 0 && failures.length === 0) return null;
  return (
    <Section
      anchor="cleanup"
      title="Cleanup"
      note={
        <>
          {pendingCleanups > 0 && (
            <StateWord state="closing">{formatPlural(pendingCleanups, 'cleanup')} under way</StateWord>
          )}
          {lastCleanup !== null && failures.length > 0 && (
            <span>
              left something behind <Moment at={lastCleanup.at} hasAge />
            </span>
          )}
        </>
      }
    >
      {failures.length > 0 && (
        <ul
          aria-label="Failed cleanups"
          className="flex flex-col rounded-box border border-line bg-surface px-3 py-1.5 text-meta"
        >
          {failures.map((failure) => (
            <li key={failure.name} className="flex flex-wrap gap-x-3 py-0.5">
              <StateWord state="failed">{failure.outcome}</StateWord>
              <span className="font-medium">{failure.name}</span>
              <span className="min-w-0 text-muted">
                <code className="font-mono">{failure.code}</code> {failure.message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
