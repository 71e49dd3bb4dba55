import type { PackageRegistry, StoredPackage as Stored } from '@changeover/capability-core/registry';
import type { Registry, StoredPackage } from '../../protocol/capability-package.js';
import { type PackageUsers, packageHolders } from './package-holders.js';
import { shownPackage, shownVersion } from './shown-package.js';

/** The registry as pages see it. */
export function registryView(
  registry: PackageRegistry,
  users: PackageUsers,
  suggestions: Registry['suggestions'],
): Registry {
  return {
    generation: registry.current.generation,
    generations: registry.generations().map(({ generation, publishedAt, cause, packages }) => ({
      generation,
      publishedAt,
      cause,
      packages: packages.map(shownVersion),
    })),
    packages: registry.versions().map((stored) => packageView(registry, users, stored)),
    suggestions,
  };
}

/** A stored version as pages see it. */
export function packageView(registry: PackageRegistry, users: PackageUsers, stored: Stored): StoredPackage {
  const { digest } = stored;
  const state = stateOf(registry, digest);
  const holders = state === 'kept' ? packageHolders(digest, registry.generations(), users) : [];
  return shownPackage(stored, registry.consents(digest), { state, holders });
}

function stateOf(registry: PackageRegistry, digest: string): StoredPackage['state'] {
  const has = ({ packages }: PackageRegistry['current']): boolean =>
    packages.some((ref) => ref.digest === digest);
  if (has(registry.current)) return 'in-force';
  return registry.generations().some(has) ? 'kept' : 'unused';
}
