import type { Registry } from '../../protocol/capability-package.js';
import type { Generation } from '../../protocol/generation.js';
import type { Session } from '../../protocol/session.js';
import type { BatchPreset } from '../navigation/dialogs.js';

/** What a batch that publishes a generation again is made of, or why there can be none. */
export type Republication =
  | { readonly preset: BatchPreset; readonly obstacle: null }
  | { readonly preset: null; readonly obstacle: string };

/** A generation can be published again as the next one while the package generation it was made of is stored. */
export function republication(
  { useGeneration, packages }: Generation,
  session: Session | undefined,
  registry: Registry,
): Republication {
  const no = (obstacle: string): Republication => ({ preset: null, obstacle });
  if (session?.state !== 'open' && session?.state !== 'needs-you') return no('The session takes no batch.');
  if (useGeneration === null) return no('It was made of no packages.');
  const made = registry.generations.find((item) => item.generation === useGeneration);
  if (made === undefined) return no(`Package generation ${useGeneration} is no longer stored.`);
  const names = packages.map((item) => item.name);
  const gone = packages.find((item) => !made.packages.some((stored) => stored.digest === item.digest));
  if (gone !== undefined)
    return no(`${gone.name} ${gone.version} is not in package generation ${useGeneration}.`);
  return { preset: { packageGeneration: useGeneration, packages: names }, obstacle: null };
}
