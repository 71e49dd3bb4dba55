import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isTerminal, type Run } from '../../../protocol/run.js';
import { useConsole } from '../../connection/console-context.js';
import { HostError } from '../../connection/host-error.js';
import { useCommand } from '../../connection/use-command.js';
import { SelectLink } from '../../navigation/select-link.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatCount } from '../../shared/format/quantity.js';
import { runName } from '../../shared/format/run-name.js';
import { CopyButton } from '../../shared/ui/copy-button.js';
import { Elapsed } from '../../shared/ui/elapsed.js';
import { Moment } from '../../shared/ui/moment.js';
import { ScreenHead } from '../../shared/ui/screen-head.js';
import { StateChip } from '../../shared/ui/state-chip.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { runState } from '../../shared/ui/states.js';
import { PinnedGeneration } from '../pinned-generation.js';
import { RunButtons } from '../run-actions.js';
import { CopyTranscript } from './copy-transcript.js';
import { endState } from './step-outcome.js';
import type { TranscriptSubject } from './transcript-subject.js';

/** What is known of the run as a whole, and what can be done to it. */
export function TranscriptHead(subject: TranscriptSubject) {
  const { id, run } = subject;
  const command = useCommand('run.continue');
  return (
    <>
      <ScreenHead
        title={`Run ${runName(id)}`}
        note={
          <>
            <StateOfRun {...subject} />
            <CopyButton isIcon label="Copy id" text={id} />
          </>
        }
        actions={
          <>
            <CopyTranscript {...subject} />
            {run !== undefined && <RunButtons run={run} command={command} />}
          </>
        }
      />
      {command.error !== null && <HostError error={command.error} />}
      {run === undefined ? <RunUnknown {...subject} /> : <RunFacts run={run} />}
      {run !== undefined && run.error !== null && <HostError error={run.error} />}
    </>
  );
}

/** A run that is out of view is known by its transcript only; one without either may never have been. */
function RunUnknown({ transcript, id }: TranscriptSubject) {
  if (transcript.lines.length > 0) {
    return (
      <p className="text-muted">
        The run itself is older than what the console keeps in view; this is what its transcript says.
      </p>
    );
  }
  return transcript.isRead ? <p className="text-muted">No run {id} is known here.</p> : null;
}

function StateOfRun({ run, transcript }: TranscriptSubject) {
  if (run !== undefined) {
    return (
      <StateChip state={runState(run)}>
        {run.waitingFor === null ? undefined : `waiting for you at ${run.waitingFor}`}
      </StateChip>
    );
  }
  const end = transcript.lines.find((line) => line.type === 'end');
  return <StateChip state={end?.type === 'end' ? endState(end.status) : 'unknown'} />;
}

function RunFacts({ run }: { run: Run }) {
  const generation = useConsole((state) =>
    state.generations.find((item) => item.session === run.session && item.generation === run.generation),
  );
  const { tokens } = run;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1.5 rounded-box border border-line bg-surface px-3 py-1.5">
      <RunFact name="Session">
        <Link
          to="/capabilities/$session"
          params={{ session: run.session }}
          className="rounded-chip hover:underline"
        >
          {run.session}
        </Link>
      </RunFact>
      <RunFact name={isTerminal(run.status) ? 'Used' : 'Pinned to'}>
        {run.generation === null ? (
          'none: it was not admitted'
        ) : (
          <SelectLink selection={{ kind: 'generation', session: run.session, generation: run.generation }}>
            <PinnedGeneration run={run} generationState={generation?.state ?? null} />
          </SelectLink>
        )}
      </RunFact>
      <RunFact name="Package generation">
        {run.useGeneration === null ? (
          'none'
        ) : (
          <StateWord state={run.lease}>
            {run.useGeneration}, {run.lease}
          </StateWord>
        )}
      </RunFact>
      <RunFact name="Admitted">
        <Moment at={run.admittedAt} />
      </RunFact>
      <RunFact name={run.endedAt === null ? 'Running for' : 'Took'}>
        {run.endedAt === null ? (
          <Elapsed since={run.admittedAt} />
        ) : (
          formatDuration(run.endedAt - run.admittedAt)
        )}
      </RunFact>
      <RunFact name="Turns">{formatCount(run.turns)}</RunFact>
      <RunFact name="Tool calls">{formatCount(run.toolCalls)}</RunFact>
      <RunFact name="Tokens">
        {formatCount(tokens.prompt)} in, {formatCount(tokens.completion)} out
      </RunFact>
      {run.rehearsal !== null && <RunFact name="Rehearsal">{run.rehearsal}</RunFact>}
    </dl>
  );
}

function RunFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-label text-muted">{name}</dt>
      <dd className="max-w-60 truncate text-meta">{children}</dd>
    </div>
  );
}
