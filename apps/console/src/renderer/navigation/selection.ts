/** What the inspector shows. */
export type Selection =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'generation'; readonly session: string; readonly generation: number }
  | {
      readonly kind: 'capability';
      readonly session: string;
      readonly generation: number;
      readonly id: string;
    };

/** A selection as it stands in the address. */
export function formatSelection(selection: Selection): string {
  switch (selection.kind) {
    case 'run':
      return `run:${selection.id}`;
    case 'generation':
      return `generation:${encodeURIComponent(selection.session)}:${selection.generation}`;
    case 'capability':
      return `capability:${encodeURIComponent(selection.session)}:${selection.generation}:${selection.id}`;
  }
}

/** Reads what `formatSelection` wrote; null for anything else, since an address may be typed by hand. */
export function parseSelection(text: string | undefined): Selection | null {
  if (text === undefined) return null;
  const [kind, ...rest] = text.split(':');
  if (kind === 'run') return rest.length === 0 ? null : { kind, id: rest.join(':') };
  const [session, number, ...id] = rest;
  const generation = Number(number);
  if (session === undefined || number === undefined || !Number.isSafeInteger(generation)) return null;
  const name = decoded(session);
  if (name === null) return null;
  if (kind === 'generation') return { kind, session: name, generation };
  if (kind === 'capability' && id.length > 0) return { kind, session: name, generation, id: id.join(':') };
  return null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
