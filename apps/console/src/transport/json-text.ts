/** Parses one message; undefined when it is no JSON. */
export function parseJsonText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
