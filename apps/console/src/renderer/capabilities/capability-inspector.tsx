import { useMemo } from 'react';
import type { Capability, Catalog, Generation } from '../../protocol/generation.js';
import { AnswerNote } from '../connection/answer-note.js';
import { useConsole } from '../connection/console-context.js';
import { SelectLink } from '../navigation/select-link.js';
import type { Selection } from '../navigation/selection.js';
import { ServerCommand } from '../packages/server-command.js';
import { useGenerations } from '../sessions/use-session.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { IdFact } from '../shared/ui/id-fact.js';
import { InspectorGone, InspectorLoading } from '../shared/ui/inspector-notice.js';
import { InspectorSheet } from '../shared/ui/inspector-sheet.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { packageOf, serverOf } from './capability-origin.js';
import { catalogSelection, type Place } from './catalog-table.js';
import { KindWord } from './kind-word.js';
import { RELATED_MAX } from './limits.js';
import { useCatalog } from './use-catalog.js';

/** A capability of a generation, out of the generation's list, which is asked for when it is not there yet. */
export function CapabilityInspector({
  selection,
}: {
  selection: Extract<Selection, { kind: 'capability' }>;
}) {
  const { session, generation: number, id } = selection;
  const generation = useGenerations(session).find((item) => item.generation === number);
  const catalog = useCatalog({ session, generation: number, digest: generation?.digest ?? null });
  const capability = useMemo(
    () => catalog.value?.capabilities.find((item) => item.id === id),
    [catalog.value, id],
  );
  const name = id.split(':').slice(2).join(':') || id;
  if (catalog.value === null) {
    return (
      <InspectorLoading kind="Capability" title={name}>
        <AnswerNote answer={catalog} label={`reading generation ${number}`} />
      </InspectorLoading>
    );
  }
  if (capability === undefined) {
    return (
      <InspectorGone kind="Capability" title={name}>
        Generation {number} of {session} holds no capability {id}.
      </InspectorGone>
    );
  }
  return (
    <Sheet
      capability={capability}
      catalog={catalog.value}
      place={{ session, generation: number }}
      generation={generation}
    />
  );
}

function Sheet({
  capability,
  catalog,
  place,
  generation,
}: {
  readonly capability: Capability;
  readonly catalog: Catalog;
  readonly place: Place;
  /** Undefined where it is out of view. */
  readonly generation: Generation | undefined;
}) {
  const stored = useConsole((state) => state.registry.packages);
  const state = generation?.state ?? null;
  const packages = generation?.packages ?? [];
  const origin = packageOf(capability, packages);
  const server = serverOf(capability, packages, stored);
  const neededBy = catalog.capabilities.filter((other) => other.dependencies.includes(capability.id));
  return (
    <InspectorSheet
      kind="Capability"
      title={capability.publicName}
      chips={
        <StateChip state={state ?? 'unknown'}>
          in generation {place.generation}
          {state !== null && ` · ${state}`}
        </StateChip>
      }
      what={
        <div className="flex flex-col gap-2">
          <Facts>
            <IdFact id={capability.id} />
            <Fact name="kind">
              <KindWord kind={capability.kind} />
            </Fact>
            <Fact name="surface">
              <Digest digest={capability.surfaceDigest} hasCopy />
            </Fact>
            {origin !== undefined && (
              <Fact name="package">
                <SelectLink selection={{ kind: 'package', digest: origin.digest }}>
                  {origin.name} {origin.version}
                </SelectLink>
              </Fact>
            )}
          </Facts>
          {server !== null && <ServerCommand consent={{ ...server, previous: null }} />}
        </div>
      }
      state={
        <Facts>
          <Fact name="in">
            <SelectLink selection={{ kind: 'generation', ...place }}>
              Generation {place.generation} of {place.session}
            </SelectLink>
          </Fact>
        </Facts>
      }
      links={
        <Facts>
          <Fact name="needs">
            <Related ids={capability.dependencies} catalog={catalog} place={place} />
          </Fact>
          <Fact name="needed by">
            <Related ids={neededBy.map((other) => other.id)} catalog={catalog} place={place} />
          </Fact>
        </Facts>
      }
      raw={capability}
    />
  );
}

function Related({
  ids,
  catalog,
  place,
}: {
  readonly ids: readonly string[];
  readonly catalog: Catalog;
  readonly place: Place;
}) {
  if (ids.length === 0) return <span className="text-muted">nothing</span>;
  const known = new Set(catalog.capabilities.map((item) => item.id));
  return (
    <ul className="flex flex-col">
      {ids.slice(0, RELATED_MAX).map((id) => (
        <li key={id} className="truncate font-mono text-meta leading-6" title={id}>
          {known.has(id) ? <SelectLink selection={catalogSelection(place, { id })}>{id}</SelectLink> : id}
        </li>
      ))}
      {ids.length > RELATED_MAX && (
        <li className="text-meta text-muted">
          {RELATED_MAX} of {ids.length} shown
        </li>
      )}
    </ul>
  );
}
