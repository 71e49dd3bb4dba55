/** A variable in a text, from `${` to `}`. */
interface Variable {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces `${VAR}` and `${VAR:-default}` by the given variables. A default stands in for an unset or empty
 * variable, as in a shell. Values are put in as they are and never expanded again.
 *
 * @param onUnset Called for a variable that is unset and has no default; its result stands in.
 */
export function expandVariables(
  text: string,
  variables: Readonly<Record<string, string>>,
  onUnset: (variable: string) => string,
): string {
  const parts: string[] = [];
  let from = 0;
  for (const { name, fallback, start, end } of variablesIn(text)) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    parts.push(text.slice(from, start));
    if (fallback !== undefined) parts.push(value === undefined || value === '' ? fallback : value);
    else parts.push(value ?? onUnset(name));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

/** Names of the variables that a text needs, those without a default, in order of appearance. */
export function requiredVariables(text: string): readonly string[] {
  const needed = [...variablesIn(text)].filter(({ fallback }) => fallback === undefined);
  return [...new Set(needed.map(({ name }) => name))];
}

/**
 * Each is looked for behind the one before: an expression that matched defaults too would read on to the end of the
 * text at each `${` that is never closed, and a package could make that take hours.
 */
function* variablesIn(text: string): Generator<Variable> {
  const opening = /\$\{([A-Za-z_][A-Za-z0-9_]*)(\}|:-)/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [, name = '', mark] = found;
    const { index: start } = found;
    if (mark === '}') {
      yield { name, fallback: undefined, start, end: opening.lastIndex };
      continue;
    }
    const closing = text.indexOf('}', opening.lastIndex);
    if (closing === -1) return;
    yield { name, fallback: text.slice(opening.lastIndex, closing), start, end: closing + 1 };
    opening.lastIndex = closing + 1;
  }
}
