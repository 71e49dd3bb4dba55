import type { PackageFolder } from '../../protocol/capability-package.js';
import type { PackageVersion } from '../../protocol/generation.js';

/** A folder that can be part of a batch. */
export interface PackageOption {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** Its content is in the generation that is current now. */
  readonly isCurrent: boolean;
  /** Why it cannot be chosen; null when it can. */
  readonly problem: PackageFolder['problem'];
}

/** The folders that the host knows, and those that the current generation was made of. */
export function packageOptions(
  known: readonly PackageFolder[],
  current: readonly PackageVersion[],
): readonly PackageOption[] {
  const options = known.map((item) => ({
    folder: item.folder,
    name: item.name,
    version: item.version,
    isCurrent: current.some((held) => held.folder === item.folder && held.digest === item.digest),
    problem: item.problem,
  }));
  const gone = current
    .filter((held) => !known.some((item) => item.folder === held.folder))
    .map((held) => ({
      folder: held.folder,
      name: held.name,
      version: held.version,
      isCurrent: true,
      problem: null,
    }));
  return [...options, ...gone];
}

/**
 * What is chosen once a folder is chosen as well. Two folders of one package are two versions of it, of which a batch
 * can hold one, so the other one goes.
 */
export function withFolder(
  chosen: readonly string[],
  added: Pick<PackageOption, 'folder' | 'name'>,
  options: readonly PackageOption[],
): readonly string[] {
  const rivals = new Set(
    options.filter((option) => option.name === added.name).map((option) => option.folder),
  );
  return [...chosen.filter((folder) => folder !== added.folder && !rivals.has(folder)), added.folder];
}

/** What is chosen after a click on one of the options. */
export function toggleFolder(
  chosen: readonly string[],
  option: PackageOption,
  options: readonly PackageOption[],
): readonly string[] {
  if (chosen.includes(option.folder)) return chosen.filter((folder) => folder !== option.folder);
  return withFolder(chosen, option, options);
}
