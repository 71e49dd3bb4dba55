import { Link } from '@tanstack/react-router';
import { isTerminal, type Run } from '../../protocol/run.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatDuration } from '../shared/format/duration.js';
import { formatCount, formatPlural } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import { Digest } from '../shared/ui/digest.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { IdFact } from '../shared/ui/id-fact.js';
import { InspectorPart } from '../shared/ui/inspector-part.js';
import { InspectorSheet } from '../shared/ui/inspector-sheet.js';
import { Moment } from '../shared/ui/moment.js';
import { ScrollText } from '../shared/ui/scroll-text.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { runState } from '../shared/ui/states.js';
import { ToolName } from '../shared/ui/tool-name.js';
import { RunActions } from './run-actions.js';
import { TranscriptLink } from './transcript-link.js';
import { whyHeld } from './why-held.js';

/** A run: what it was asked, how it stands, what it effectively uses, and what can be done with it. */
export function RunInspector({ run }: { run: Run }) {
  const generations = useConsole((state) => state.generations);
  const held = generations.find((item) => item.session === run.session && item.generation === run.generation);
  const newer = generations.find(
    (item) => item.session === run.session && item.state === 'current' && item.generation !== run.generation,
  );
  const why = whyHeld(run, held, newer);
  return (
    <InspectorSheet
      kind="Run"
      title={`Run ${runName(run.id)}`}
      chips={
        <>
          <StateChip state={runState(run)} />
          {run.generation !== null && !isTerminal(run.status) && (
            <StateChip state="pinned">pinned to generation {run.generation}</StateChip>
          )}
        </>
      }
      actions={
        <>
          <TranscriptLink run={run} isButton />
          <RunActions run={run} />
        </>
      }
      what={<What run={run} />}
      state={<State run={run} />}
      why={
        why === null && run.error === null ? null : (
          <>
            {why !== null && <p className="text-muted">{why}</p>}
            {run.error !== null && (
              <section aria-label="Error">
                <HostError error={run.error} />
              </section>
            )}
          </>
        )
      }
      links={<Links run={run} />}
      raw={run}
    />
  );
}

function What({ run }: { run: Run }) {
  return (
    <div className="flex flex-col gap-4">
      <Facts>
        <IdFact id={run.id} />
        {run.rehearsal !== null && <Fact name="rehearsal">{run.rehearsal}</Fact>}
      </Facts>
      <InspectorPart title="Prompt">
        <ScrollText>{run.prompt}</ScrollText>
      </InspectorPart>
    </div>
  );
}

function State({ run }: { run: Run }) {
  return (
    <div className="flex flex-col gap-4">
      <Facts>
        <Fact name="status">
          <StateWord state={runState(run)}>
            {run.waitingFor === null ? run.status : `waiting for you at ${run.waitingFor}`}
          </StateWord>
        </Fact>
        <Fact name="admitted">
          <Moment at={run.admittedAt} hasAge />
        </Fact>
        {run.endedAt !== null && (
          <Fact name="ended">
            <Moment at={run.endedAt} hasAge />
            <span className="text-muted">, took {formatDuration(run.endedAt - run.admittedAt)}</span>
          </Fact>
        )}
        {!isTerminal(run.status) && (
          <Fact name="running for">
            <Elapsed since={run.admittedAt} />
          </Fact>
        )}
        <Fact name="turns">
          {formatCount(run.turns)} · {formatPlural(run.toolCalls, 'tool call')}
        </Fact>
        <Fact name="tokens">
          {formatCount(run.tokens.prompt)} in · {formatCount(run.tokens.completion)} out
        </Fact>
        {run.closedClean !== null && (
          <Fact name="closed">
            <StateWord state={run.closedClean ? 'done' : 'failed'}>
              {run.closedClean ? 'clean' : 'with failures'}
            </StateWord>
          </Fact>
        )}
      </Facts>
      {run.lastToolCall !== null && (
        <InspectorPart title="Last tool call">
          <p className="flex items-center gap-2">
            <ToolName tool={run.lastToolCall.tool} />
            <span className="shrink-0">
              <ToolOutcome success={run.lastToolCall.success} />
            </span>
          </p>
          {run.lastToolCall.result !== null && <ScrollText isCode>{run.lastToolCall.result}</ScrollText>}
        </InspectorPart>
      )}
      {run.text !== null && (
        <InspectorPart title="Answer">
          <ScrollText>{run.text}</ScrollText>
        </InspectorPart>
      )}
    </div>
  );
}

/** What it effectively uses, which is what it pinned. */
function Links({ run }: { run: Run }) {
  const { session, generation, digest, useGeneration, lease } = run;
  return (
    <Facts>
      <Fact name="session">
        <Link to="/capabilities/$session" params={{ session }} className="rounded-chip hover:underline">
          {session}
        </Link>
      </Fact>
      <Fact name="uses">
        {generation === null ? (
          'no generation: it was not admitted'
        ) : (
          <SelectLink selection={{ kind: 'generation', session, generation }}>
            generation {generation}
          </SelectLink>
        )}
      </Fact>
      {digest !== null && (
        <Fact name="catalog">
          <Digest digest={digest} hasCopy />
        </Fact>
      )}
      <Fact name="made of">
        {useGeneration === null ? (
          'no packages'
        ) : (
          <span className="flex flex-wrap items-center gap-x-2">
            <SelectLink selection={{ kind: 'package-generation', generation: useGeneration }}>
              package generation {useGeneration}
            </SelectLink>
            <StateWord state={lease}>lease {lease}</StateWord>
          </span>
        )}
      </Fact>
    </Facts>
  );
}

function ToolOutcome({ success }: { success: boolean | null }) {
  if (success === null) return <StateWord state="executing">running</StateWord>;
  return <StateWord state={success ? 'done' : 'failed'} />;
}
