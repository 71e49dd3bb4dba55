import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { PackagedSkill } from './skill-file.js';
import { serverDigest } from './stdio-server-config.js';
import type { StoredPackage, StoredSkill } from './stored-package.js';

/** A capability that a package brings into a generation. */
export interface GenerationItem {
  readonly kind: 'skill' | 'mcp';
  readonly publicName: string;
  readonly package: string;
  /** Of its definition: it stays the same as long as the item does. */
  readonly digest: Sha256Digest;
}

/** The name of a package's skill among those of other packages. */
export function skillPublicName(packageName: string, { skill }: PackagedSkill | StoredSkill): string {
  return `${packageName}:${skill.name}`;
}

/** Everything that is loaded of some packages. */
export function generationItems(packages: readonly StoredPackage[]): readonly GenerationItem[] {
  return packages.flatMap((stored) => [
    ...stored.skills.map((packaged): GenerationItem => {
      const publicName = skillPublicName(stored.name, packaged);
      return { kind: 'skill', publicName, package: stored.name, digest: packaged.digest };
    }),
    ...stored.servers.map(({ config }): GenerationItem => {
      return { kind: 'mcp', publicName: config.name, package: stored.name, digest: serverDigest(config) };
    }),
  ]);
}
