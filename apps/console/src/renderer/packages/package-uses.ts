import type { Generation } from '../../protocol/generation.js';
import type { Session } from '../../protocol/session.js';

/** A session that is made of a package version: its current generation, or one that still drains. */
export interface PackageUse {
  readonly session: string;
  readonly generation: number;
  readonly isCurrent: boolean;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
}

/** Which sessions effectively use which version of which package, those of the current generations first. */
export function packageUses(
  sessions: readonly Session[],
  generations: readonly Generation[],
): readonly PackageUse[] {
  const open = new Set(sessions.filter((item) => item.state !== 'closed').map((item) => item.id));
  const uses = generations
    .filter((item) => item.state !== 'retired' && open.has(item.session))
    .flatMap(({ session, generation, state, packages }) =>
      packages.map(
        ({ name, version, digest }): PackageUse => ({
          session,
          generation,
          isCurrent: state === 'current',
          name,
          version,
          digest,
        }),
      ),
    );
  return uses.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
