import type { RegistryPlan } from '@changeover/capability-core/registry';
import type { ConsoleState } from '../../protocol/console-state.js';

/** Open sessions whose generation is made of a package version that a plan replaces or removes. */
export function sessionsConcerned(
  { packages }: Pick<RegistryPlan, 'packages'>,
  { sessions, generations }: Pick<ConsoleState, 'sessions' | 'generations'>,
): readonly string[] {
  const leaving = new Set<string>(
    packages.flatMap(({ change, from }) => (from === null || change === 'unchanged' ? [] : [from.digest])),
  );
  return sessions
    .filter(({ state }) => state !== 'closed' && state !== 'closing')
    .filter(({ id, stamp }) =>
      generations.some(
        (generation) =>
          generation.session === id &&
          generation.generation === stamp.generation &&
          generation.packages.some(({ digest }) => leaving.has(digest)),
      ),
    )
    .map(({ id }) => id);
}
