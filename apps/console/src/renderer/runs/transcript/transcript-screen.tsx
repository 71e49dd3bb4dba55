import { useConsole } from '../../connection/console-context.js';
import { HostError } from '../../connection/host-error.js';
import { useLive } from '../../navigation/use-live.js';
import { useView } from '../../navigation/use-view.js';
import { Button } from '../../shared/ui/button.js';
import { ScopeTree } from './scope-tree.js';
import { isRunning } from './step-outcome.js';
import { TranscriptHead } from './transcript-head.js';
import { TranscriptNotice } from './transcript-notice.js';
import { TranscriptSteps } from './transcript-steps-view.js';
import { useTranscript } from './use-transcript.js';

/** One run: what it was asked, what it did in each turn, how it ended, and what closing it settled. */
export function TranscriptScreen({ session, id }: { session: string; id: string }) {
  const run = useConsole((state) => state.runs.find((item) => item.id === id && item.session === session));
  const { as, filter, steps, at } = useView();
  const { isLive } = useLive();
  const isFollowed = run !== undefined && isRunning(run, []) && isLive;
  const isFiltered = (filter ?? '') !== '' || steps !== undefined;
  const transcript = useTranscript(session, id, run, {
    toEnd: isFollowed || isFiltered || as === 'tree',
    toSequence: at ?? 0,
  });
  const goesOn = isRunning(run, transcript.parts);
  const subject = { session, id, run, transcript, goesOn };
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-5">
      <TranscriptHead {...subject} />
      {transcript.error !== null && (
        <HostError
          error={transcript.error}
          actions={<Button onClick={transcript.again}>Read again</Button>}
        />
      )}
      <TranscriptNotice {...subject} />
      {transcript.lines.length > 0 &&
        (as === 'tree' ? <ScopeTree {...subject} /> : <TranscriptSteps {...subject} />)}
    </div>
  );
}
