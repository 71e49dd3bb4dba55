import { isTerminal, type Run } from '../../protocol/run.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatCount, formatPlural } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import { Digest } from '../shared/ui/digest.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { IdFact } from '../shared/ui/id-fact.js';
import { InspectorHead, InspectorPart, RawPart } from '../shared/ui/inspector-part.js';
import { Moment } from '../shared/ui/moment.js';
import { ScrollText } from '../shared/ui/scroll-text.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { runState } from '../shared/ui/states.js';
import { ToolName } from '../shared/ui/tool-name.js';
import { RunActions } from './run-actions.js';
import { whyHeld } from './why-held.js';

export function RunInspector({ run }: { run: Run }) {
  const generations = useConsole((state) => state.generations);
  const generation = generations.find(
    (item) => item.session === run.session && item.generation === run.generation,
  );
  const newer = generations.find(
    (item) => item.session === run.session && item.state === 'current' && item.generation !== run.generation,
  );
  const why = whyHeld(run, generation, newer);
  return (
    <>
      <InspectorHead title={`Run ${runName(run.id)}`}>
        <div className="flex flex-wrap gap-1.5">
          <StateChip state={runState(run)} />
          {run.generation !== null && !isTerminal(run.status) && (
            <StateChip state="pinned">pinned to generation {run.generation}</StateChip>
          )}
        </div>
      </InspectorHead>
      <RunActions run={run} />
      <InspectorPart title="State">
        <Facts>
          <Fact name="status">
            <StateWord state={runState(run)}>
              {run.waitingFor === null ? run.status : `waiting for you at ${run.waitingFor}`}
            </StateWord>
          </Fact>
          <IdFact id={run.id} />
          <Fact name="admitted">
            <Moment at={run.admittedAt} hasAge />
          </Fact>
          {run.endedAt !== null && (
            <Fact name="ended">
              <Moment at={run.endedAt} hasAge />
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
      </InspectorPart>
      <InspectorPart title="Effectively uses">
        <Facts>
          <Fact name="generation">
            {run.generation === null ? (
              'none: it was not admitted'
            ) : (
              <SelectLink
                selection={{ kind: 'generation', session: run.session, generation: run.generation }}
              >
                generation {run.generation}
              </SelectLink>
            )}
          </Fact>
          <Fact name="catalog">{run.digest === null ? '–' : <Digest digest={run.digest} hasCopy />}</Fact>
          <Fact name="Use lease">
            <StateWord state={run.lease}>
              {run.useGeneration === null ? run.lease : `generation ${run.useGeneration}, ${run.lease}`}
            </StateWord>
          </Fact>
        </Facts>
      </InspectorPart>
      {run.error !== null && (
        <InspectorPart title="Error">
          <HostError error={run.error} />
        </InspectorPart>
      )}
      {why !== null && (
        <InspectorPart title={`Why it still holds ${run.generation}`}>
          <p className="text-muted">{why}</p>
        </InspectorPart>
      )}
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
      <InspectorPart title="Prompt">
        <ScrollText>{run.prompt}</ScrollText>
      </InspectorPart>
      {run.text !== null && (
        <InspectorPart title="Answer">
          <ScrollText>{run.text}</ScrollText>
        </InspectorPart>
      )}
      <RawPart value={run} />
    </>
  );
}

function ToolOutcome({ success }: { success: boolean | null }) {
  if (success === null) return <StateWord state="executing">running</StateWord>;
  return <StateWord state={success ? 'done' : 'failed'} />;
}
