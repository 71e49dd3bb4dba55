import { Play } from 'lucide-react';
import type { Session } from '../../protocol/session.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { useGenerations } from '../sessions/use-session.js';
import { useNow } from '../shared/clock/clock.js';
import { Button } from '../shared/ui/button.js';
import { CueDot } from '../shared/ui/cue-dot.js';
import { Digest } from '../shared/ui/digest.js';
import { ScreenHead } from '../shared/ui/screen-head.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { ApplyButton } from './apply-button.js';

/** The session, what is in force in it, and what can be done with it. */
export function SessionHead({
  session,
  hasApply,
}: {
  readonly session: Session;
  /** False where the screen offers it in a better place. */
  readonly hasApply: boolean;
}) {
  const isLive = useIsLive();
  const isFresh = useIsFresh(session);
  const { id } = session;
  const isOpen = session.state === 'open';
  return (
    <ScreenHead
      title={id}
      note={
        <>
          {!isOpen && <StateChip state={session.state} />}
          {session.state !== 'closed' && (
            <StateChip state="current">
              generation {session.stamp.generation} · current
              {isFresh && (
                <span className="ml-1.5">
                  <CueDot />
                </span>
              )}
            </StateChip>
          )}
          <Digest digest={session.stamp.digest} hasCopy />
        </>
      }
      actions={
        <>
          {(isOpen || session.state === 'needs-you') && (
            <Button
              kind="quiet"
              disabled={!isLive}
              onClick={() => openDialog({ kind: 'close-session', session: id })}
            >
              Close session…
            </Button>
          )}
          {isOpen && (
            <Button
              icon={Play}
              disabled={!isLive}
              onClick={() => openDialog({ kind: 'start-run', session: id })}
            >
              Start run…
            </Button>
          )}
          {hasApply && <ApplyButton session={id} />}
        </>
      }
    />
  );
}

/** How long after a cutover its mark stays at the generation that is current since. */
const FRESH_MS = 60_000;

function useIsFresh({ id, stamp }: Session): boolean {
  const current = useGenerations(id).find((item) => item.generation === stamp.generation);
  const now = useNow(FRESH_MS / 4);
  return current !== undefined && now - current.publishedAt < FRESH_MS;
}
