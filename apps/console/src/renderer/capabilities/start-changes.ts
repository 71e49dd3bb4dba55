import type { ServerStart } from '../../protocol/capability-package.js';
import { commandLine } from '../packages/command-line.js';

/** One thing about the start of a server, before and after; null where there was or is nothing of it. */
export interface StartChange {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What is different about how a server is started: command line, folder, and each variable. */
export function startChanges(before: ServerStart | null, after: ServerStart | null): readonly StartChange[] {
  const all: readonly StartChange[] = [
    { what: 'command line', before: lineOf(before), after: lineOf(after) },
    { what: 'folder', before: before?.cwd ?? null, after: after?.cwd ?? null },
    ...variables(before, after),
  ];
  return all.filter((change) => change.before !== change.after);
}

function lineOf(start: ServerStart | null): string | null {
  return start === null ? null : commandLine(start.command);
}

function variables(before: ServerStart | null, after: ServerStart | null): readonly StartChange[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().map((what) => ({
    what,
    before: was.get(what) ?? null,
    after: is.get(what) ?? null,
  }));
}

/** Values as a command line would have them, so that one without anything to see is seen all the same. */
function valuesOf(start: ServerStart | null): ReadonlyMap<string, string> {
  return new Map(Object.entries(start?.env ?? {}).map(([name, value]) => [name, commandLine([value])]));
}
