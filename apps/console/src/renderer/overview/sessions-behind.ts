import type { ConsoleState } from '../../protocol/console-state.js';

/** An open session whose current generation has other content of its packages than what is in force. */
export interface SessionBehind {
  readonly session: string;
  /** Names of its packages that have another version in force, or none any more. */
  readonly packages: readonly string[];
}

/** Sessions that a batch would bring up to date. It is their operator’s choice when, so this is a hint. */
export function sessionsBehind({
  registry,
  sessions,
  generations,
}: Pick<ConsoleState, 'registry' | 'sessions' | 'generations'>): readonly SessionBehind[] {
  const inForce = new Set(registry.generations.at(-1)?.packages.map((item) => item.digest));
  return sessions
    .filter((session) => session.state === 'open')
    .flatMap(({ id }) => {
      const current = generations.findLast((item) => item.session === id && item.state === 'current');
      const packages = (current?.packages ?? [])
        .filter((item) => !inForce.has(item.digest))
        .map((item) => item.name);
      return packages.length === 0 ? [] : [{ session: id, packages }];
    });
}
