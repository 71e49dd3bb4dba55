/** The name of something that a package brings, without that of the package before it. */
export function bareNameOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** What has exactly this name, else all that have it behind the name of their package. */
export function findByName<T extends { readonly name: string }>(
  values: ReadonlyMap<string, T>,
  name: string,
): readonly T[] {
  const exact = values.get(name);
  return exact === undefined
    ? [...values.values()].filter((value) => bareNameOf(value.name) === name)
    : [exact];
}
