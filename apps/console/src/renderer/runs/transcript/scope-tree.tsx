import { useMemo } from 'react';
import { LiveToggle } from '../../following/live-toggle.js';
import { useView } from '../../navigation/use-view.js';
import { useSession } from '../../sessions/use-session.js';
import { useNow } from '../../shared/clock/clock.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { ScrollingBox } from '../../shared/ui/table-box.js';
import { parseOpen } from './open-steps.js';
import { scopeRows } from './scope-rows.js';
import { ScopeTable } from './scope-table.js';
import type { TranscriptSubject } from './transcript-subject.js';
import { ToolbarLine, TranscriptToolbar } from './transcript-toolbar.js';

const BUSY_TICK_MS = 1_000;
const IDLE_TICK_MS = 60_000;

/** A run as its scopes: session, run, turns, and the tool calls as tasks of their turn, each on the time of the run. */
export function ScopeTree(subject: TranscriptSubject) {
  const { session, id, run, transcript, goesOn } = subject;
  const { shut } = useView();
  const sessionState = useSession(session)?.state ?? 'unknown';
  const now = useNow(goesOn ? BUSY_TICK_MS : IDLE_TICK_MS);
  const rows = useMemo(
    () =>
      scopeRows({
        session,
        sessionState,
        id,
        run,
        parts: transcript.parts,
        isRunning: goesOn,
        shut: parseOpen(shut),
      }),
    [session, sessionState, id, run, transcript.parts, goesOn, shut],
  );
  return (
    <>
      <TranscriptToolbar>
        <ToolbarLine />
        <span role="status" className="text-meta text-muted">
          {formatPlural(rows.length, 'scope')}
          {transcript.hasMore && ' read so far'}
        </span>
        <span className="ml-auto flex items-center">{goesOn && <LiveToggle />}</span>
      </TranscriptToolbar>
      <ScrollingBox label="Scopes of the run">
        <ScopeTable rows={rows} now={now} />
      </ScrollingBox>
    </>
  );
}
