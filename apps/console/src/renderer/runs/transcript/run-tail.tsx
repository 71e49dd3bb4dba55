import { isTerminal } from '../../../protocol/run.js';
import { Elapsed } from '../../shared/ui/elapsed.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { runState } from '../../shared/ui/states.js';
import { ToolName } from '../../shared/ui/tool-name.js';
import type { TranscriptSubject } from './transcript-subject.js';

/** What a live run does after its last recorded step. */
export function RunTail({ run, transcript }: TranscriptSubject) {
  if (run === undefined || isTerminal(run.status)) return null;
  const since = transcript.lines.at(-1)?.at ?? run.admittedAt;
  const call = run.lastToolCall;
  return (
    <div className="flex h-9 items-center gap-3 px-3 text-meta">
      <span className="w-[58px] shrink-0 text-right font-mono text-label text-muted">now</span>
      <StateWord state={runState(run)}>
        {run.waitingFor === null ? run.status : `waiting for you at ${run.waitingFor}`}
      </StateWord>
      <span className="flex min-w-0 gap-1 text-muted">
        for <Elapsed since={since} />
        {call !== null && call.success === null && (
          <>
            , in <ToolName tool={call.tool} />
          </>
        )}
      </span>
    </div>
  );
}
