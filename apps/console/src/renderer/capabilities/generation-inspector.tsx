import { Link } from '@tanstack/react-router';
import type { Generation } from '../../protocol/generation.js';
import { isTerminal } from '../../protocol/run.js';
import { SelectLink } from '../navigation/select-link.js';
import { useSessionRuns } from '../sessions/use-session.js';
import { formatCount, formatPlural } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { IdFact } from '../shared/ui/id-fact.js';
import { InspectorPart } from '../shared/ui/inspector-part.js';
import { InspectorSheet } from '../shared/ui/inspector-sheet.js';
import { Moment } from '../shared/ui/moment.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { runState } from '../shared/ui/states.js';
import { GenerationActions } from './generation-actions.js';
import { HOLDERS_MAX } from './limits.js';
import { whyGeneration } from './why-generation.js';

/** A generation: what it holds, how it stands, who holds it, and what can be done with it. */
export function GenerationInspector({ generation }: { generation: Generation }) {
  const { session, generation: number, state } = generation;
  return (
    <InspectorSheet
      kind="Generation"
      title={`Generation ${number}`}
      chips={<StateChip state={state} />}
      actions={<GenerationActions key={`${session} ${number}`} generation={generation} />}
      what={<What generation={generation} />}
      state={<State generation={generation} />}
      why={<p className="text-muted">{whyGeneration(generation)}</p>}
      links={<Links generation={generation} />}
      raw={generation}
    />
  );
}

function What({ generation }: { generation: Generation }) {
  return (
    <Facts>
      <IdFact id={`${generation.session}/${generation.generation}`} />
      <Fact name="session">{generation.session}</Fact>
      <Fact name="catalog">
        <Digest digest={generation.digest} hasCopy />
      </Fact>
      <Fact name="holds">{formatPlural(generation.capabilityCount, 'capability', 'capabilities')}</Fact>
    </Facts>
  );
}

function State({ generation }: { generation: Generation }) {
  return (
    <Facts>
      <Fact name="published">
        <Moment at={generation.publishedAt} hasAge />
      </Fact>
      {generation.retiredAt !== null && (
        <Fact name="retired">
          <Moment at={generation.retiredAt} hasAge />
        </Fact>
      )}
      <Fact name="pins">{formatCount(generation.pins)}</Fact>
      {generation.effectsClosed !== null && (
        <Fact name="effects closed">{formatCount(generation.effectsClosed)}</Fact>
      )}
    </Facts>
  );
}

function Links({ generation }: { generation: Generation }) {
  const holders = useSessionRuns(generation.session).filter(
    (run) => run.generation === generation.generation && !isTerminal(run.status),
  );
  return (
    <div className="flex flex-col gap-4">
      <Facts>
        <Fact name="made of">
          {generation.useGeneration === null ? (
            'no packages'
          ) : (
            <SelectLink selection={{ kind: 'package-generation', generation: generation.useGeneration }}>
              package generation {generation.useGeneration}
            </SelectLink>
          )}
        </Fact>
        {generation.packages.length > 0 && (
          <Fact name="packages">
            <ul aria-label="Packages" className="flex flex-col leading-6">
              {generation.packages.map((item) => (
                <li key={item.digest} className="min-w-0">
                  <SelectLink selection={{ kind: 'package', digest: item.digest }}>
                    {item.name} {item.version}
                  </SelectLink>{' '}
                  <Digest digest={item.digest} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      <InspectorPart title={`Held by ${formatPlural(holders.length, 'run')}`}>
        {holders.length > 0 && (
          <ul className="flex flex-col gap-1">
            {holders.slice(0, HOLDERS_MAX).map((run) => (
              <li key={run.id} className="flex items-center gap-2">
                <SelectLink selection={{ kind: 'run', id: run.id }}>Run {runName(run.id)}</SelectLink>
                <StateWord state={runState(run)} />
              </li>
            ))}
            {holders.length > HOLDERS_MAX && (
              <li className="text-muted">
                {HOLDERS_MAX} of {formatCount(holders.length)} shown;{' '}
                <Link
                  to="/runs"
                  search={{ session: generation.session, generation: generation.generation, status: 'live' }}
                  className="rounded-chip hover:underline"
                >
                  all of them in the table
                </Link>
              </li>
            )}
          </ul>
        )}
      </InspectorPart>
    </div>
  );
}
