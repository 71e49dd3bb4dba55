import type { Capability, Generation } from '../../protocol/generation.js';
import { SelectLink } from '../navigation/select-link.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { IdFact } from '../shared/ui/id-fact.js';
import { InspectorHead, InspectorPart, RawPart } from '../shared/ui/inspector-part.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { catalogSelection } from './catalog-table.js';

export function CapabilityInspector({
  capability,
  generation,
}: {
  readonly capability: Capability;
  readonly generation: Generation;
}) {
  const neededBy = generation.capabilities.filter((other) => other.dependencies.includes(capability.id));
  return (
    <>
      <InspectorHead
        title={
          <>
            {capability.publicName} <span className="font-text text-muted">{capability.kind}</span>
          </>
        }
      >
        <StateChip state={generation.state}>
          in generation {generation.generation} · {generation.state}
        </StateChip>
      </InspectorHead>
      <InspectorPart title="Identity">
        <Facts>
          <IdFact id={capability.id} />
          <Fact name="surface">
            <Digest digest={capability.surfaceDigest} hasCopy />
          </Fact>
        </Facts>
      </InspectorPart>
      <InspectorPart title="Needs">
        <Related ids={capability.dependencies} generation={generation} />
      </InspectorPart>
      <InspectorPart title="Needed by">
        <Related ids={neededBy.map((other) => other.id)} generation={generation} />
      </InspectorPart>
      <InspectorPart title="In">
        <SelectLink
          selection={{ kind: 'generation', session: generation.session, generation: generation.generation }}
        >
          Generation {generation.generation} of {generation.session}
        </SelectLink>
      </InspectorPart>
      <RawPart value={capability} />
    </>
  );
}

function Related({ ids, generation }: { ids: readonly string[]; generation: Generation }) {
  if (ids.length === 0) return <p className="text-muted">nothing</p>;
  return (
    <ul className="flex flex-col gap-0.5">
      {ids.map((id) => {
        const found = generation.capabilities.find((capability) => capability.id === id);
        return (
          <li key={id} className="truncate font-mono text-meta">
            {found === undefined ? (
              id
            ) : (
              <SelectLink selection={catalogSelection(generation, found)}>{id}</SelectLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
