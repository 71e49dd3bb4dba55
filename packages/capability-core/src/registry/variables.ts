const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

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
  return text.replace(VARIABLE, (_whole, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    return value ?? onUnset(name);
  });
}

/** Names of the variables that a text needs, those without a default, in order of appearance. */
export function requiredVariables(text: string): readonly string[] {
  const names = [...text.matchAll(VARIABLE)]
    .filter(([, , fallback]) => fallback === undefined)
    .map(([, name]) => name ?? '');
  return [...new Set(names)];
}
