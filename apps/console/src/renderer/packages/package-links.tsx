import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { StoredPackage } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';
import { SelectLink } from '../navigation/select-link.js';
import { StateWord } from '../shared/ui/state-word.js';
import { packageUses } from './package-uses.js';

/** Generations of sessions that are made of a version, its package generations, and what the audit log says of it. */
export function PackageLinks({ stored }: { stored: StoredPackage }) {
  const sessions = useConsole((state) => state.sessions);
  const generations = useConsole((state) => state.generations);
  const history = useConsole((state) => state.registry.generations);
  const uses = useMemo(
    () => packageUses(sessions, generations).filter((use) => use.digest === stored.digest),
    [sessions, generations, stored.digest],
  );
  const inGenerations = history.filter((item) =>
    item.packages.some((other) => other.digest === stored.digest),
  );
  return (
    <ul className="flex flex-col gap-1">
      {uses.map((use) => (
        <li key={`${use.session} ${use.generation}`} className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate">
            <Link
              to="/capabilities/$session"
              params={{ session: use.session }}
              search={{ select: `generation:${encodeURIComponent(use.session)}:${use.generation}` }}
              className="rounded-chip hover:underline"
            >
              Generation {use.generation} of {use.session}
            </Link>
          </span>
          <StateWord state={use.isCurrent ? 'current' : 'draining'} />
        </li>
      ))}
      {inGenerations.length > 0 && (
        // Links inside a sentence are told from it by more than their colour.
        <li className="[&_a]:underline">
          Package {inGenerations.length === 1 ? 'generation' : 'generations'}{' '}
          {inGenerations.map(({ generation }, index) => (
            <span key={generation}>
              {index > 0 && ', '}
              <SelectLink selection={{ kind: 'package-generation', generation }}>{generation}</SelectLink>
            </span>
          ))}
        </li>
      )}
      <li>
        <Link to="/activity" search={{ filter: stored.name }} className="rounded-chip hover:underline">
          Activity about {stored.name}
        </Link>
      </li>
    </ul>
  );
}
