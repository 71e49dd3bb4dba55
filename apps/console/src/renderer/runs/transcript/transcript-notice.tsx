import { formatCount } from '../../shared/format/quantity.js';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { PendingNote } from '../../shared/ui/pending-note.js';
import type { TranscriptSubject } from './transcript-subject.js';

/** That a transcript is read, or that there is none, and why. */
export function TranscriptNotice({ transcript, goesOn, run }: TranscriptSubject) {
  const { isRead, lines, since, stop, error } = transcript;
  if (isRead && lines.length === 0) {
    return (
      <EmptyState>
        {goesOn
          ? 'Nothing was recorded of this run yet.'
          : run === undefined
            ? 'No transcript is kept of a run of this name: there never was one, or it was deleted for its age.'
            : 'Nothing is kept of this run’s steps: it ended before its first one, or its transcript was deleted for its age.'}
      </EmptyState>
    );
  }
  if (since === null || error !== null) return null;
  return (
    <div className="empty:hidden">
      <PendingNote
        since={since}
        label={lines.length === 0 ? 'reading' : `reading, ${formatCount(lines.length)} lines so far,`}
        onCancel={stop}
      />
    </div>
  );
}
