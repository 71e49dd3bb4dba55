import type { PackageGeneration, PackageVersion } from '../../protocol/capability-package.js';

/** What one package is in a package generation, compared with the one before. */
export type VersionChange =
  | { readonly change: 'added'; readonly name: string; readonly from: null; readonly to: PackageVersion }
  | { readonly change: 'removed'; readonly name: string; readonly from: PackageVersion; readonly to: null }
  | {
      readonly change: 'replaced';
      readonly name: string;
      readonly from: PackageVersion;
      readonly to: PackageVersion;
    };

/** A package generation with what it changed; null where the one before is not stored any more. */
export interface GenerationEntry {
  readonly generation: PackageGeneration;
  readonly changes: readonly VersionChange[] | null;
}

/** The history of what was in force, newest first. */
export function generationHistory(generations: readonly PackageGeneration[]): readonly GenerationEntry[] {
  return generations
    .map((generation, index): GenerationEntry => {
      const before = generations[index - 1];
      const isKnown = generation.generation === 1 || before?.generation === generation.generation - 1;
      return {
        generation,
        changes: isKnown ? versionChanges(before?.packages ?? [], generation.packages) : null,
      };
    })
    .reverse();
}

/** Which packages came, went or have another content, in the order of their names. */
export function versionChanges(
  before: readonly PackageVersion[],
  after: readonly PackageVersion[],
): readonly VersionChange[] {
  const left = new Map(before.map((item) => [item.name, item]));
  const right = new Map(after.map((item) => [item.name, item]));
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  return names.flatMap((name): VersionChange[] => {
    const from = left.get(name);
    const to = right.get(name);
    if (from === undefined) return to === undefined ? [] : [{ change: 'added', name, from: null, to }];
    if (to === undefined) return [{ change: 'removed', name, from, to: null }];
    return from.digest === to.digest ? [] : [{ change: 'replaced', name, from, to }];
  });
}
