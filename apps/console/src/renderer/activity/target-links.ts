import type { Activity } from '../../protocol/activity.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Selection } from '../navigation/selection.js';

/** Something that a line of the audit log names, and that can be looked at. */
export type TargetLink =
  | { readonly kind: 'selection'; readonly label: string; readonly selection: Selection }
  | { readonly kind: 'session'; readonly session: string };

type Known = Pick<ConsoleState, 'sessions' | 'generations' | 'runs' | 'registry'>;

/** What the target of a line names, as far as it is in view. */
export function targetLinks({ target }: Pick<Activity, 'target'>, state: Known): readonly TargetLink[] {
  const words = target.split(/[\s,]+/);
  const links = words.flatMap((word, index) => linksOf(word, words[index + 1] ?? '', state));
  return links.filter((link, index) => links.findIndex((other) => keyOf(other) === keyOf(link)) === index);
}

function linksOf(word: string, next: string, state: Known): readonly TargetLink[] {
  const { sessions, generations, runs } = state;
  if (word === '') return [];
  const run = runs.find((item) => item.id === word);
  if (run !== undefined) {
    return [{ kind: 'selection', label: `run ${run.id}`, selection: { kind: 'run', id: run.id } }];
  }
  if (sessions.some((item) => item.id === word)) return [{ kind: 'session', session: word }];
  const [, session, number] = /^(.+)\/(\d+)$/.exec(word) ?? [];
  const generation = generations.find(
    (item) => item.session === session && item.generation === Number(number),
  );
  if (generation !== undefined) {
    return [generationLink(generation), { kind: 'session', session: generation.session }];
  }
  return packageLinks(word, next, state);
}

/** By digest, by name and version, or all versions of a name. */
function packageLinks(word: string, next: string, { registry }: Known): readonly TargetLink[] {
  const named = registry.packages.filter((item) => item.digest === word || item.name === word);
  const exact = named.filter((item) => item.version === next);
  return (exact.length > 0 ? exact : named).map(({ name, version, digest }) => ({
    kind: 'selection',
    label: `package ${name} ${version}`,
    selection: { kind: 'package', digest },
  }));
}

function generationLink({ session, generation }: { session: string; generation: number }): TargetLink {
  return {
    kind: 'selection',
    label: `generation ${generation} of ${session}`,
    selection: { kind: 'generation', session, generation },
  };
}

function keyOf(link: TargetLink): string {
  return link.kind === 'session' ? `session ${link.session}` : JSON.stringify(link.selection);
}
