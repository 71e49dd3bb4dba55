import type { RegistryGeneration, RegistryPlan } from '@changeover/capability-core/registry';
import type { PackageVersion } from '../../protocol/capability-package.js';
import { KEPT_PACKAGE_GENERATIONS } from '../limits.js';
import type { PackageUsers } from './package-holders.js';
import { shownVersion } from './shown-package.js';

/** Versions whose content goes with the package generations that a plan pushes out of those that are kept. */
export function versionsDeleted(
  { packages }: Pick<RegistryPlan, 'packages'>,
  published: readonly RegistryGeneration[],
  { generations, runs }: PackageUsers,
): readonly PackageVersion[] {
  if (packages.every(({ change }) => change === 'unchanged')) return [];
  const used = new Set([...generations, ...runs].map(({ useGeneration }) => useGeneration));
  // The plan's own generation is one of those that are kept.
  const recent = new Set(published.slice(-(KEPT_PACKAGE_GENERATIONS - 1)));
  const stays = (one: RegistryGeneration): boolean => recent.has(one) || used.has(one.generation);
  const kept = new Set<string>([
    ...packages.flatMap(({ to }) => (to === null ? [] : [to.digest])),
    ...published.filter(stays).flatMap((one) => one.packages.map(({ digest }) => digest)),
  ]);
  const going = published.filter((one) => !stays(one)).flatMap((one) => one.packages);
  const versions = new Map(going.map((ref) => [ref.digest, shownVersion(ref)]));
  return [...versions.values()].filter(({ digest }) => !kept.has(digest));
}
