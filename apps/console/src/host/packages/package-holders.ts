import type { RegistryGeneration } from '@changeover/capability-core/registry';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';
import { KEPT_PACKAGE_GENERATIONS } from '../limits.js';

/** Who uses which package generation. */
export interface PackageUsers {
  readonly generations: readonly Generation[];
  readonly runs: readonly Run[];
}

/** The generations whose capabilities are prepared, and the runs that hold a lease. */
export function packageUsers({
  generations,
  runs,
}: Pick<ConsoleState, 'generations' | 'runs'>): PackageUsers {
  return {
    // One that has retired may still have a server that is being ended.
    generations: generations.filter(
      ({ state, effectsClosed }) => state !== 'retired' || effectsClosed === null,
    ),
    runs: runs.filter(({ lease }) => lease === 'held'),
  };
}

/** Who keeps a version in the store that is no longer in force, in words for people. */
export function packageHolders(
  digest: string,
  published: readonly RegistryGeneration[],
  { generations, runs }: PackageUsers,
): readonly string[] {
  const having = published.filter(({ packages }) => packages.some((ref) => ref.digest === digest));
  const numbers = new Set<number | null>(having.map(({ generation }) => generation));
  const recent = new Set(published.slice(-KEPT_PACKAGE_GENERATIONS));
  return [
    ...generations
      .filter(({ useGeneration }) => numbers.has(useGeneration))
      .map(({ session, generation }) => generationName(session, generation)),
    ...runs.filter(({ useGeneration }) => numbers.has(useGeneration)).map(({ id }) => `run ${shortRun(id)}`),
    ...(having.some((generation) => recent.has(generation))
      ? [`one of the last ${KEPT_PACKAGE_GENERATIONS} package generations`]
      : []),
  ];
}

/** How a session's generation is named to people, here and by the registry. */
export function generationName(session: string, generation: number): string {
  return `session ${session}, generation ${generation}`;
}

const GENERATED = /^run-([0-9a-f]{8})-/;

/** The head of an id that was generated, which is how pages name a run. */
function shortRun(id: string): string {
  return GENERATED.exec(id)?.[1] ?? id;
}
