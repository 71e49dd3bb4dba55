import type { Generation } from '../../protocol/generation.js';
import { isTerminal } from '../../protocol/run.js';
import { SelectLink } from '../navigation/select-link.js';
import { useSessionRuns } from '../sessions/use-session.js';
import { formatPlural } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { InspectorHead, InspectorPart, RawPart } from '../shared/ui/inspector-part.js';
import { Moment } from '../shared/ui/moment.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { runState } from '../shared/ui/states.js';

export function GenerationInspector({ generation }: { generation: Generation }) {
  const holders = useSessionRuns(generation.session).filter(
    (run) => run.generation === generation.generation && !isTerminal(run.status),
  );
  return (
    <>
      <InspectorHead title={`Generation ${generation.generation}`}>
        <StateChip state={generation.state} />
      </InspectorHead>
      <InspectorPart title="State">
        <Facts>
          <Fact name="published">
            <Moment at={generation.publishedAt} hasAge />
          </Fact>
          <Fact name="cause">{generation.cause}</Fact>
          {generation.retiredAt !== null && (
            <Fact name="retired">
              <Moment at={generation.retiredAt} hasAge />
            </Fact>
          )}
          <Fact name="pins">{generation.pins}</Fact>
          {generation.effectsClosed !== null && <Fact name="effects closed">{generation.effectsClosed}</Fact>}
        </Facts>
      </InspectorPart>
      <InspectorPart title="Holds">
        <Facts>
          <Fact name="catalog">
            <Digest digest={generation.digest} hasCopy />
          </Fact>
          <Fact name="capabilities">{generation.capabilities.length}</Fact>
          <Fact name="Use">
            {generation.useGeneration === null ? 'none' : `generation ${generation.useGeneration}`}
          </Fact>
        </Facts>
      </InspectorPart>
      <InspectorPart title="Packages">
        {generation.packages.length === 0 ? (
          <p className="text-muted">none</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {generation.packages.map((item) => (
              <li key={item.folder} className="flex flex-col">
                <span>
                  {item.name} {item.version} <Digest digest={item.digest} />
                </span>
                <code className="truncate font-mono text-meta text-muted" title={item.folder}>
                  {item.folder}
                </code>
              </li>
            ))}
          </ul>
        )}
      </InspectorPart>
      <InspectorPart title={`Held by ${formatPlural(holders.length, 'run')}`}>
        <ul className="flex flex-col gap-1">
          {holders.map((run) => (
            <li key={run.id} className="flex items-center gap-2">
              <SelectLink selection={{ kind: 'run', id: run.id }}>Run {runName(run.id)}</SelectLink>
              <StateWord state={runState(run)} />
            </li>
          ))}
        </ul>
      </InspectorPart>
      <RawPart value={generation} />
    </>
  );
}
