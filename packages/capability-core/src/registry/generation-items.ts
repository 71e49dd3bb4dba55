import type { Sha256Digest } from '../identity/sha256-digest.js';
import { type PackagedValueKind, publicNameIn } from './packaged-value.js';
import { serverDigest } from './stdio-server-config.js';
import type { StoredPackage } from './stored-package.js';

/** A capability that a package brings into a generation. */
export interface GenerationItem {
  readonly kind: 'skill' | 'mcp' | PackagedValueKind;
  readonly publicName: string;
  readonly package: string;
  /** Of its definition: it stays the same as long as the item does. */
  readonly digest: Sha256Digest;
}

/** Everything that is loaded of some packages. */
export function generationItems(packages: readonly StoredPackage[]): readonly GenerationItem[] {
  return packages.flatMap((stored) => [
    ...stored.skills.map((packaged): GenerationItem => {
      const publicName = publicNameIn(stored.name, packaged.skill.name);
      return { kind: 'skill', publicName, package: stored.name, digest: packaged.digest };
    }),
    ...stored.servers.map(({ config }): GenerationItem => {
      return { kind: 'mcp', publicName: config.name, package: stored.name, digest: serverDigest(config) };
    }),
    ...stored.values.map(({ kind, name, digest }): GenerationItem => {
      return { kind, publicName: publicNameIn(stored.name, name), package: stored.name, digest };
    }),
  ]);
}
