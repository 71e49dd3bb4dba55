import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { InspectorGone } from '../shared/ui/inspector-notice.js';
import { InspectorSheet } from '../shared/ui/inspector-sheet.js';
import { Moment } from '../shared/ui/moment.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { generationHistory } from './generation-changes.js';
import { VersionChanges } from './version-changes.js';

/** One state of all installed packages: what is in it, what it changed, and which sessions are made of it. */
export function PackageGenerationInspector({ generation: number }: { generation: number }) {
  const generations = useConsole((state) => state.registry.generations);
  const newest = useConsole((state) => state.registry.generation);
  const all = useConsole((state) => state.generations);
  const entry = useMemo(
    () => generationHistory(generations).find(({ generation }) => generation.generation === number),
    [generations, number],
  );
  const title = `Package generation ${number}`;
  if (entry === undefined) {
    return (
      <InspectorGone kind="Packages" title={title}>
        It is not stored: it was never published, or nobody kept it any more.
      </InspectorGone>
    );
  }
  const { generation, changes } = entry;
  const made = all.filter((item) => item.useGeneration === number && item.state !== 'retired');
  const isInForce = number === newest;
  return (
    <InspectorSheet
      kind="Packages"
      title={title}
      chips={
        <StateChip state={isInForce ? 'in-force' : 'retired'}>
          {isInForce ? 'in force' : 'superseded'}
        </StateChip>
      }
      what={
        generation.packages.length === 0 ? (
          <p className="text-muted">No package.</p>
        ) : (
          <ul aria-label="Packages" className="flex flex-col gap-1">
            {generation.packages.map((item) => (
              <li key={item.name} className="flex min-w-0 items-center gap-2">
                <span className="min-w-0 truncate" title={item.name}>
                  <SelectLink selection={{ kind: 'package', digest: item.digest }}>
                    {item.name} {item.version}
                  </SelectLink>
                </span>
                <span className="ml-auto">
                  <Digest digest={item.digest} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
      state={
        <Facts>
          <Fact name="published">
            <Moment at={generation.publishedAt} hasAge />
          </Fact>
          <Fact name="holds">{formatPlural(generation.packages.length, 'package')}</Fact>
        </Facts>
      }
      why={
        <div className="flex flex-col gap-1">
          <p>{generation.cause}</p>
          {changes === null ? (
            <p className="text-muted">What was in force before it is not stored any more.</p>
          ) : (
            <VersionChanges changes={changes} />
          )}
        </div>
      }
      links={
        made.length === 0 ? (
          <p className="text-muted">No generation of a session is made of it.</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {made.map((item) => (
              <li key={`${item.session} ${item.generation}`} className="flex min-w-0 items-center gap-2">
                <span className="min-w-0 truncate">
                  <Link
                    to="/capabilities/$session"
                    params={{ session: item.session }}
                    search={{ select: `generation:${encodeURIComponent(item.session)}:${item.generation}` }}
                    className="rounded-chip hover:underline"
                  >
                    Generation {item.generation} of {item.session}
                  </Link>
                </span>
                <StateWord state={item.state} />
              </li>
            ))}
          </ul>
        )
      }
      raw={generation}
    />
  );
}
