import type { PackageGeneration, PackageVersion } from '../../protocol/capability-package.js';
import type { BatchPreset } from '../navigation/dialogs.js';

/** A package that can be part of a batch, as one package generation has it. */
export interface PackageOption extends PackageVersion {
  /** What the session's current generation is made of: this content, another one of it, or nothing of it. */
  readonly held: 'same' | 'other' | 'none';
  /** Version that the session has now; null where it has none. */
  readonly heldVersion: string | null;
}

/** The packages of a package generation, each with what the session has of it now. */
export function packageOptions(
  generation: PackageGeneration,
  current: readonly PackageVersion[],
): readonly PackageOption[] {
  return generation.packages.map((item) => {
    const held = current.find((other) => other.name === item.name);
    return {
      ...item,
      held: held === undefined ? 'none' : held.digest === item.digest ? 'same' : 'other',
      heldVersion: held?.version ?? null,
    };
  });
}

/** Packages that the session has and the package generation has not: a batch of it takes them away. */
export function packagesThatGo(
  generation: PackageGeneration,
  current: readonly PackageVersion[],
): readonly PackageVersion[] {
  return current.filter((held) => !generation.packages.some((item) => item.name === held.name));
}

/**
 * What is ticked before anybody has chosen: the packages that the session has now, and those that were installed since;
 * all of them for a session that has nothing yet. What somebody left out before stays out.
 *
 * @param base the package generation that the session's packages were taken from, or the next older one that is still
 * stored.
 */
export function firstChoice(
  generation: PackageGeneration,
  current: readonly PackageVersion[],
  base: PackageGeneration | undefined,
): readonly string[] {
  const names = generation.packages.map((item) => item.name);
  if (current.length === 0) return names;
  const isNew = (name: string): boolean =>
    base !== undefined && base.generation < generation.generation && !hasPackage(base.packages, name);
  return names.filter((name) => hasPackage(current, name) || isNew(name));
}

function hasPackage(packages: readonly PackageVersion[], name: string): boolean {
  return packages.some((item) => item.name === name);
}

/** What is ticked after a click on a package. */
export function togglePackage(chosen: readonly string[], name: string): readonly string[] {
  return chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
}

/** The package generation that the choice begins with: that of the preset while it is stored, else the newest. */
export function firstGeneration(
  generations: readonly PackageGeneration[],
  preset: BatchPreset | undefined,
): PackageGeneration | undefined {
  const asked = generations.find((item) => item.generation === preset?.packageGeneration);
  return asked ?? generations.at(-1);
}
