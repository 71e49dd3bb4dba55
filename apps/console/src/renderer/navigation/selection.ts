/** What the inspector shows. */
export type Selection =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'generation'; readonly session: string; readonly generation: number }
  | {
      readonly kind: 'capability';
      readonly session: string;
      readonly generation: number;
      readonly id: string;
    }
  /** A package version, by its content digest. */
  | { readonly kind: 'package'; readonly digest: string }
  /** One state of all installed packages. */
  | { readonly kind: 'package-generation'; readonly generation: number }
  /** A line of the audit log. */
  | { readonly kind: 'activity'; readonly sequence: number };

/** A selection as it stands in the address. */
export function formatSelection(selection: Selection): string {
  switch (selection.kind) {
    case 'run':
      return `run:${selection.id}`;
    case 'generation':
      return `generation:${encodeURIComponent(selection.session)}:${selection.generation}`;
    case 'capability':
      return `capability:${encodeURIComponent(selection.session)}:${selection.generation}:${selection.id}`;
    case 'package':
      return `package:${selection.digest}`;
    case 'package-generation':
      return `package-generation:${selection.generation}`;
    case 'activity':
      return `activity:${selection.sequence}`;
  }
}

/** Reads what `formatSelection` wrote; null for anything else, since an address may be typed by hand. */
export function parseSelection(text: string | undefined): Selection | null {
  if (text === undefined) return null;
  const [kind = '', ...parts] = text.split(':');
  const rest = parts.join(':');
  if (parts.length === 0) return null;
  switch (kind) {
    case 'run':
      return { kind, id: rest };
    case 'package':
      return { kind, digest: rest };
    case 'package-generation': {
      const generation = wholeNumber(rest);
      return generation === null ? null : { kind, generation };
    }
    case 'activity': {
      const sequence = wholeNumber(rest);
      return sequence === null ? null : { kind, sequence };
    }
    case 'generation':
    case 'capability':
      return parseOfSession(kind, parts);
    default:
      return null;
  }
}

function parseOfSession(kind: 'generation' | 'capability', parts: readonly string[]): Selection | null {
  const [name, number, ...id] = parts;
  const session = name === undefined ? null : decoded(name);
  const generation = wholeNumber(number ?? '');
  if (session === null || generation === null) return null;
  if (kind === 'generation') return { kind, session, generation };
  return id.length === 0 ? null : { kind, session, generation, id: id.join(':') };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
