import type { PackageVersion, ServerConsent, StoredPackage } from '../../protocol/capability-package.js';
import type { Capability } from '../../protocol/generation.js';

type Named = Pick<Capability, 'id' | 'kind' | 'publicName'>;

/** The package that a capability of a generation is of, among those of the generation; undefined where that is unclear. */
export function packageOf({ id }: Named, packages: readonly PackageVersion[]): PackageVersion | undefined {
  const [source = ''] = id.split(':');
  return packages.find(({ name }) => source === name || source === `use/${name}`);
}

/**
 * How a server of a generation is started, as its package writes it: in one generation no two servers have the same
 * name. Null for what is no server, and where the package is not stored any more.
 */
export function serverOf(
  { kind, publicName }: Named,
  packages: readonly PackageVersion[],
  stored: readonly StoredPackage[],
): ServerConsent | null {
  if (kind !== 'mcp') return null;
  const digests = new Set(packages.map((item) => item.digest));
  const found = stored
    .filter((item) => digests.has(item.digest))
    .flatMap((item) => item.servers)
    .filter((item) => item.server === publicName && item.decision !== 'refused');
  return found.length === 1 ? (found[0] ?? null) : null;
}
