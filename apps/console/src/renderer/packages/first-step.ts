import type { ConsoleState } from '../../protocol/console-state.js';

/** What comes next for somebody who has just begun; null once they are under way. */
export type FirstStep =
  | { readonly kind: 'install' }
  /** Packages are in force, and this session has none of them yet. */
  | { readonly kind: 'apply'; readonly session: string };

/**
 * The way begins with a package that is installed, and goes on with a batch for each open session that has no generation
 * yet and none under way, the newest session first.
 */
export function firstStep(
  {
    registry,
    sessions,
    generations,
    batches,
  }: Pick<ConsoleState, 'registry' | 'sessions' | 'generations' | 'batches'>,
  of?: string,
): FirstStep | null {
  const inForce = registry.generations.at(-1)?.packages.length ?? 0;
  const waiting = sessions.findLast(
    ({ id, state }) =>
      (of === undefined || id === of) &&
      state === 'open' &&
      !generations.some((generation) => generation.session === id) &&
      !batches.some((batch) => batch.session === id && batch.endedAt === null),
  );
  if (inForce === 0) {
    return registry.packages.length === 0 || waiting !== undefined ? { kind: 'install' } : null;
  }
  return waiting === undefined ? null : { kind: 'apply', session: waiting.id };
}
