import type { ServerStart } from '../../protocol/capability-package.js';
import type { HostHealth } from '../../protocol/health.js';

/** A start as it is carried out: with what the host puts in for variables. Those that it does not know stay. */
export function filledInStart(start: ServerStart, { variables, cwd }: HostHealth['servers']): ServerStart {
  const fill = (text: string): string => filledIn(text, variables);
  return {
    command: start.command.map(fill),
    env: Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, fill(value)])),
    cwd: start.cwd === null ? cwd : fill(start.cwd),
  };
}

/** A text with `${NAME}` and `${NAME:-default}` filled in; a default stands in for what is unset or empty. */
function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  const opening = /\$\{([A-Za-z_][A-Za-z0-9_]*)(\}|:-)/g;
  const parts: string[] = [];
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [whole, name = '', mark] = found;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    parts.push(text.slice(from, found.index));
    if (mark === '}') {
      parts.push(value ?? whole);
      from = opening.lastIndex;
      continue;
    }
    // Looked for behind the one before, so that many that are never closed take no longer than one.
    const closing = text.indexOf('}', opening.lastIndex);
    if (closing === -1) return [...parts, text.slice(found.index)].join('');
    parts.push(value || text.slice(opening.lastIndex, closing));
    from = closing + 1;
    opening.lastIndex = from;
  }
  return [...parts, text.slice(from)].join('');
}
